import { hostname } from "node:os";

const PREFIX = "io.mneme";
export const RUN_LABEL = `${PREFIX}.run`;
const OWNER_LABEL = `${PREFIX}.owner`;
const EXPIRES_LABEL = `${PREFIX}.expires`;

/** This process, told apart from an earlier one with the same number on the same host. */
const OWNER = `${hostname()}/${process.pid}/${Math.round(Date.now() - process.uptime() * 1000)}`;

export function labelsFor(runId: string, lifetimeSeconds: number): Record<string, string> {
  return {
    [RUN_LABEL]: runId,
    [OWNER_LABEL]: OWNER,
    [EXPIRES_LABEL]: new Date(Date.now() + lifetimeSeconds * 1000).toISOString(),
  };
}

/** True for what nobody will come back to: past its time, or of a process of this host that is gone. */
export function isOrphan(labels: Readonly<Record<string, string>>, now: number): boolean {
  const expires = Date.parse(labels[EXPIRES_LABEL] ?? "");
  if (Number.isNaN(expires) || expires < now) return true;
  const owner = labels[OWNER_LABEL] ?? "";
  if (owner === OWNER) return false;
  const [host, pid] = owner.split("/");
  if (host !== hostname()) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
