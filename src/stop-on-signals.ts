/** What Docker and Kubernetes give a process by default, less a margin. */
const GRACE_MS = 7_000;

export interface Stoppable {
  /** Takes nothing more, gives what is at work `graceMs` to end, closes what is open. */
  stop(graceMs: number): Promise<void>;
}

/** On SIGTERM and SIGINT: takes no more, lets jobs end, gives the rest back to the queue. A second signal ends at once. */
export function stopOnSignals(stoppable: Stoppable): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stoppable.stop(GRACE_MS).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
