import { operands, type Invocation } from "../invocation.js";
import { resolvePath } from "../paths.js";
import { refuse, type Refusal } from "../verdict.js";

const RAISE = /^(?:sudo|sudoedit|su|doas|pkexec|runuser|sg|newgrp|gosu|setpriv|capsh)$/;
const ISOLATION =
  /^(?:chroot|pivot_root|unshare|nsenter|mount|umount|fusermount3?|losetup|swapon|swapoff|bwrap|ip|iptables|nft|ebtables|brctl|tc)$/;
const KERNEL = /^(?:insmod|modprobe|rmmod|kmod|sysctl|bpftool|perf_event_paranoid)$/;
const ACCOUNTS =
  /^(?:useradd|adduser|usermod|userdel|groupadd|groupmod|passwd|chpasswd|visudo|vipw|gpasswd|setcap)$/;
const CONTAINERS =
  /^(?:docker|dockerd|podman|nerdctl|ctr|crictl|kubectl|runc|crun|lxc|buildah|systemd-nspawn)$/;

/** What reaches for rights that a run does not have. */
export function checkPrivilege({ name, args, state }: Invocation): Refusal | null {
  if (RAISE.test(name)) return refuse("privilege/other-user", `${name} runs commands as another user.`);
  if (ACCOUNTS.test(name)) return refuse("privilege/accounts", `${name} changes accounts or capabilities.`);
  if (CONTAINERS.test(name) && !args.every((text) => /^(?:-v|--version|--help)$/.test(text)))
    return refuse("privilege/containers", `${name} drives containers of the host.`);
  if (KERNEL.test(name) && !(name === "sysctl" && isReadOnlySysctl(args)))
    return refuse("privilege/kernel", `${name} changes the kernel.`);
  if (ISOLATION.test(name) && !isQuery(name, args))
    return refuse("privilege/isolation", `${name} changes mounts, networks or namespaces.`);
  if (name === "chmod" || name === "install") {
    const mode =
      args.find((text) => /^(?:-m)?(?:[ugoa]*[+=][rwxX]*s|0?[2467]\d{3}$)/.test(text)) ?? modeOption(args);
    if (mode !== undefined && /[+=][rwxX]*s|0?[2467]\d{3}$/.test(mode))
      return refuse("privilege/setuid", `${name} ${mode} makes a file run with its owner's rights.`);
  }
  if (name === "chown" && /^(?:root|0)(?::|$)/.test(operands(args)[0] ?? ""))
    return refuse("privilege/owner-root", "chown gives a file to root.");
  const socket = args.find((text) =>
    /docker\.sock|containerd\.sock|podman\.sock|\/proc\/(?:1|sysrq-trigger|sys\/kernel)/.test(
      resolvePath(text.replace(/^@|^unix:(?:\/\/)?/, ""), state),
    ),
  );
  return socket === undefined
    ? null
    : refuse("privilege/host-interface", `${socket} is an interface of the host.`);
}

function modeOption(args: readonly string[]): string | undefined {
  const at = args.indexOf("-m");
  return at === -1 ? args.find((text) => text.startsWith("--mode="))?.slice(7) : args[at + 1];
}

function isReadOnlySysctl(args: readonly string[]): boolean {
  return !args.some((text) => /^-[a-z]*[wp]|^--(?:write|load|system)|=/.test(text));
}

/** `mount` alone lists; `ip addr` shows. */
function isQuery(name: string, args: readonly string[]): boolean {
  if (name === "mount") return args.length === 0 || args[0] === "-l";
  if (name !== "ip") return false;
  return !args.some((text) => /^(?:add|del|delete|set|change|replace|flush|netns|exec)$/.test(text));
}
