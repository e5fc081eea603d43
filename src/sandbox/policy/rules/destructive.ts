import { hasFlag, operands, optionValue, type Invocation } from "../invocation.js";
import { isHarmlessDevice, isSystemPath, mayRemove, resolvePath } from "../paths.js";
import { UNKNOWN } from "../state.js";
import { refuse, type Refusal } from "../verdict.js";

const DISK_TOOLS =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|wipefs|blkdiscard|hdparm|cryptsetup|lvremove|vgremove|pvremove|zpool|debugfs)$/;
const HALT = /^(?:shutdown|reboot|halt|poweroff|telinit|kexec)$/;

/** What destroys data or the machine itself. */
export function checkDestructive(invocation: Invocation): Refusal | null {
  const { name, args } = invocation;
  if (DISK_TOOLS.test(name))
    return refuse("destructive/disk-tool", `${name} changes disks and file systems.`);
  if (HALT.test(name) || (name === "init" && /^[016]$/.test(args[0] ?? "")))
    return refuse("destructive/halt", `${name} stops the machine.`);
  if (name === "rm" || name === "rmdir" || name === "unlink" || name === "shred" || name === "srm")
    return checkRemoval(invocation);
  if (name === "dd") return checkDd(invocation);
  if (name === "chmod" || name === "chown" || name === "chgrp") return checkRecursiveMode(invocation);
  if (name === "mv") return checkMove(invocation);
  if (name === "kill" || name === "pkill" || name === "killall" || name === "killall5")
    return checkKill(invocation);
  if (name === "truncate" || name === "fallocate" || name === "tee")
    return checkTargets(operands(args), invocation);
  if (name === "git" && args[0] === "clean") return null;
  if (name === "rsync" && hasFlag(args, "", "--delete", "--delete-after", "--delete-before"))
    return checkTargets(operands(args).slice(-1), invocation);
  return null;
}

function checkRemoval({ name, args, state }: Invocation): Refusal | null {
  if (args.includes("--no-preserve-root"))
    return refuse("destructive/remove-system-path", "--no-preserve-root lets rm remove the whole system.");
  const recursive = name === "rm" && hasFlag(args, "rR", "--recursive");
  for (const target of operands(args)) {
    if (target.startsWith(UNKNOWN) && recursive)
      return refuse(
        "destructive/remove-unknown-path",
        "What is removed with all that it holds is known only when it runs.",
      );
    if (!mayRemove(target, state) && (recursive || isSystemPath(resolvePath(target, state))))
      return refuse(
        "destructive/remove-system-path",
        `${name} would remove ${show(target)}, which does not belong to the run.`,
      );
  }
  return null;
}

function checkDd({ args, state }: Invocation): Refusal | null {
  const target = args.find((text) => text.startsWith("of="))?.slice(3);
  if (target === undefined) return null;
  const path = resolvePath(target, state);
  if (isHarmlessDevice(path) || !isSystemPath(path)) return null;
  return refuse("destructive/write-device", `dd would write to ${show(target)}.`);
}

function checkRecursiveMode({ name, args, state }: Invocation): Refusal | null {
  if (!hasFlag(args, "R", "--recursive")) return null;
  const bad = operands(args)
    .slice(1)
    .find(
      (target) =>
        !mayRemove(target, state) && !target.startsWith(".") && resolvePath(target, state) !== state.cwd,
    );
  return bad === undefined
    ? null
    : refuse("destructive/recursive-mode", `${name} -R would change all of ${show(bad)}.`);
}

function checkMove({ args, state }: Invocation): Refusal | null {
  const named = operands(args);
  const sources = optionValue(args, ["-t", "--target-directory"]) === null ? named.slice(0, -1) : named;
  const bad = sources.find(
    (source) => isSystemPath(resolvePath(source, state)) || resolvePath(source, state) === "/",
  );
  return bad === undefined
    ? null
    : refuse("destructive/move-system-path", `mv would move ${show(bad)} away.`);
}

function checkKill({ name, args }: Invocation): Refusal | null {
  const everything =
    name === "killall5" ||
    (name === "pkill" && operands(args).some((text) => /^\^?\.?[*+]?\$?$/.test(text))) ||
    args.slice(name === "kill" ? 1 : 0).some((text) => /^(?:-1|1|0)$/.test(text) && name === "kill");
  return everything
    ? refuse("destructive/kill-everything", `${name} would end every process of the run.`)
    : null;
}

function checkTargets(targets: readonly string[], { name, state }: Invocation): Refusal | null {
  const bad = targets
    .filter((target) => !isHarmlessDevice(resolvePath(target, state)))
    .find((target) => isSystemPath(resolvePath(target, state)));
  return bad === undefined
    ? null
    : refuse("destructive/write-system-path", `${name} would change ${show(bad)}.`);
}

/** The same for a redirection's target. */
export function checkWriteTarget(target: string, cwd: string): Refusal | null {
  const path = resolvePath(target, { cwd });
  if (isHarmlessDevice(path) || path.startsWith("/proc/self/fd/")) return null;
  if (path.startsWith("/dev/"))
    return refuse("destructive/write-device", `Output would be written to ${show(target)}.`);
  if (!isSystemPath(path)) return null;
  return refuse(
    "destructive/write-system-path",
    `Output would be written to ${show(target)}, a file of the system.`,
  );
}

function show(text: string): string {
  return text.replaceAll(UNKNOWN, "…");
}
