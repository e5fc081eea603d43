import type { Serving } from "./compose-server.js";

/** What Docker and Kubernetes give a process by default, less a margin. */
const GRACE_MS = 8_000;

/** On SIGTERM and SIGINT: takes no more, lets jobs end, gives the rest back to the queue. A second signal ends at once. */
export function stopOnSignals(serving: Serving): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    serving.stop(GRACE_MS).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
