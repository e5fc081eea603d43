import { posix } from "node:path";
import { HOME, UNKNOWN, WORKSPACE, type ScriptState } from "./state.js";

/** Scratch that a command may empty without harm. */
const SCRATCH = ["/tmp", "/var/tmp", "/dev/shm", "/var/lib/apt/lists", "/var/cache/apt"];
const HARMLESS_DEVICES = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|ptmx|u?random|fd(?:\/\d+)?)$/;

/** The absolute path that a word names, unknown parts taken as empty (the worst that they can be). */
export function resolvePath(text: string, state: Pick<ScriptState, "cwd">): string {
  let path = text.replaceAll(UNKNOWN, "");
  if (path === "~" || path.startsWith("~/")) path = HOME + path.slice(1);
  else if (/^~[a-z_]/i.test(path)) path = `/home/${path.slice(1)}`;
  return posix.normalize(posix.isAbsolute(path) ? path : `${state.cwd}/${path}`).replace(/(?<=.)\/$/, "");
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** True for scratch, and for what lies below the workspace or the home folder, not for these themselves. */
export function isOwnPath(path: string): boolean {
  if (SCRATCH.some((folder) => isBelow(path, folder))) return true;
  return [WORKSPACE, HOME, "/work/venv", "/work/tools", "/work/tmp"].some((folder) =>
    path.startsWith(`${folder}/`),
  );
}

/** Like `isOwnPath`, for a target that may end in a glob over everything ("dir/*", "/*"). */
export function mayRemove(text: string, state: Pick<ScriptState, "cwd">): boolean {
  const withoutGlob = text.replace(/\/?(?:\*|\.\*|\.\[[^\]]*\]\*?|\{\*,\.\*\})$/, "");
  const emptied = withoutGlob !== text;
  const target = resolvePath(
    emptied && withoutGlob === "" && !text.startsWith("/") ? "." : withoutGlob || "/",
    state,
  );
  if (target === WORKSPACE) return emptied && state.cwd !== WORKSPACE;
  return isOwnPath(target);
}

export function isHarmlessDevice(path: string): boolean {
  return HARMLESS_DEVICES.test(path);
}

/** A file that a later log-in, boot or shell would run or trust. */
export function isPersistentFile(path: string): boolean {
  const name = posix.basename(path);
  if (
    /^\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|pam_environment)$/.test(
      name,
    )
  )
    return true;
  if (path.includes("/.ssh/") || path.includes("/.config/fish/config.fish")) return true;
  if (path.includes("/.config/autostart/") || path.includes("/systemd/") || path.includes("/.git/hooks/"))
    return true;
  return /^\/(?:etc\/(?:profile|bash\.bashrc|environment|crontab|anacrontab|rc\.local|ld\.so\.preload|inittab)$|etc\/(?:profile\.d|cron[.a-z]*|init\.d|sudoers\.d|pam\.d|xdg\/autostart|ld\.so\.conf\.d)\/|var\/spool\/(?:cron|at))/.test(
    path,
  );
}

/** Anything outside of what a session owns: writing there is refused even where the image would refuse it too. */
export function isSystemPath(path: string): boolean {
  return (
    /^\/(?:bin|boot|dev|etc|lib|lib32|lib64|proc|root|run|sbin|sys|usr)(?:\/|$)/.test(path) &&
    !isOwnPath(path)
  );
}
