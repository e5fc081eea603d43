import type { Stoppable } from "../stop-on-signals.js";
import { type FromWorker, isToWorker } from "./worker-messages.js";

/** Jobs at work when the server died get so long to end: what is started next takes over what they leave. */
const ORPHAN_GRACE_MS = 1_000;

export interface LinkedWorker extends Stoppable {
  /** Looks for jobs at once. */
  wake(): void;
}

/**
 * Ties a worker process to the server that started it: says that it is ready, wakes and stops when told to, and ends
 * when the server dies. Does nothing in a process that was started by hand.
 *
 * @param end ends the process; replaced in tests
 */
export function linkToParent(worker: LinkedWorker, end = (code: number): void => process.exit(code)): void {
  if (process.send === undefined) return;
  let isStopping = false;
  const stop = (graceMs: number): void => {
    if (isStopping) return;
    isStopping = true;
    worker.stop(graceMs).then(
      () => end(0),
      () => end(1),
    );
  };
  process.on("disconnect", () => stop(ORPHAN_GRACE_MS));
  process.on("message", (message) => {
    if (!isToWorker(message)) return;
    if (message.kind === "wake") worker.wake();
    else stop(message.graceMs);
  });
  const ready: FromWorker = { kind: "ready" };
  // The server may have died while this process came up.
  if (process.connected) process.send(ready, () => undefined);
  else stop(0);
}
