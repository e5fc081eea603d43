import { messageOf, MnemeError } from "../../errors.js";

interface DaemonError {
  statusCode?: number;
  code?: string;
  message?: string;
}

/** Turns what the daemon or the socket said into our one error, with what to do. */
export function dockerError(what: string, error: unknown): MnemeError {
  if (error instanceof MnemeError) return error;
  const { statusCode, code } = fields(error);
  const text = messageOf(error);
  const details = { cause: error };
  if (code === "EACCES" || code === "EPERM")
    return new MnemeError(
      "not_permitted",
      `${what}: no permission on the Docker socket. ${PERMISSION_HELP}`,
      details,
    );
  if (/no space left on device|disk quota exceeded/i.test(text))
    return new MnemeError(
      "unavailable",
      `${what}: the Docker host's disk is full. Free room (docker system df) and try again.`,
      details,
    );
  if (code !== undefined && statusCode === undefined)
    return new MnemeError(
      "unavailable",
      `${what}: the Docker daemon does not answer (${code}). ${DAEMON_HELP}`,
      { ...details, retryable: true },
    );
  if (statusCode === 404) return new MnemeError("not_found", `${what}: ${text}`, details);
  return new MnemeError("unavailable", `${what}: ${text}`, {
    ...details,
    retryable: statusCode === undefined || statusCode >= 500,
  });
}

export const PERMISSION_HELP =
  "Add this user to the group that owns the socket, or point DOCKER_HOST at a rootless Docker or Podman socket.";
export const DAEMON_HELP =
  "Start it (systemctl start docker, or dockerd), or set DOCKER_HOST to the socket of a rootless Docker or Podman.";

export function statusOf(error: unknown): number | null {
  return fields(error).statusCode ?? null;
}

function fields(error: unknown): DaemonError {
  return typeof error === "object" && error !== null ? error : {};
}

/** Runs a call to the daemon; a 404 or 409 for something already gone or going is no fault. */
export async function ignoreGone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 409 || status === 304) return false;
    throw error;
  }
}

/** The daemon leaves some connections open; an open one keeps this process alive. */
export function closeStream(stream: NodeJS.ReadWriteStream): void {
  (stream as NodeJS.ReadWriteStream & { destroy(): void }).destroy();
}
