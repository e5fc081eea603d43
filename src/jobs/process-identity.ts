import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** "<host> <pid> <start> <random>": names one life of one process, also where process ids are used again. */
export function identityOf(pid: number): string {
  return [hostname(), pid, startOf(pid) ?? "-", randomUUID()].join(" ");
}

/** True only where it is certain: the process lived on this machine, and it is another one or none by now. */
export function isGone(identity: string): boolean {
  const [host, pid, start] = identity.split(" ");
  if (host !== hostname() || pid === undefined || start === undefined) return false;
  if (start === "-") return !isAlive(Number(pid));
  return startOf(Number(pid)) !== start;
}

/** When the process started, in clock ticks since boot (proc(5), field 22); null where there is none, or no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold anything, also brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
