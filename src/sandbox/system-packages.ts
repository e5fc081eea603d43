const NAME = /^[a-z0-9][a-z0-9+.-]*(?::[a-z0-9-]+)?(?:=[\w.+:~-]+)?$/;
const OPTION =
  /^(?:-y|-q|-qq|-yq|-yqq|-qy|-qqy|--yes|--quiet|--assume-yes|--no-install-recommends|--fix-missing)$/;

/**
 * The packages that a command line asks the system's package manager for, if that is all that it does
 * ("sudo apt-get update && apt-get install -y libpq-dev"); null for any other command. The names are strict, so that
 * nothing but names can reach the container that installs them.
 */
export function systemPackagesOf(command: string): string[] | null {
  const packages: string[] = [];
  let installs = false;
  for (const part of command.trim().split(/&&|;|\n/)) {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "sudo" && word !== "DEBIAN_FRONTEND=noninteractive");
    if (words.length === 1 && words[0] === "") continue;
    const [tool, ...rest] = words;
    if (tool !== "apt-get" && tool !== "apt") return null;
    const named = rest.filter((word) => !OPTION.test(word));
    const [verb, ...names] = named;
    if (verb === "update" && names.length === 0) continue;
    if (verb !== "install" || names.length === 0 || !names.every((name) => NAME.test(name))) return null;
    installs = true;
    packages.push(...names);
  }
  return installs ? Array.from(new Set(packages)) : null;
}
