import { SupervisedWorker, type SupervisedWorkerOptions } from "./supervised-worker.js";

export interface SupervisorOptions extends SupervisedWorkerOptions {
  /** Worker processes; 0 where they run elsewhere. */
  count: number;
}

/** The worker processes of one server. They end with it: their IPC channel closes when it dies. */
export class WorkerSupervisor {
  readonly #workers: readonly SupervisedWorker[];

  constructor({ count, ...options }: SupervisorOptions) {
    this.#workers = Array.from({ length: count }, () => new SupervisedWorker(options));
  }

  start(): void {
    for (const worker of this.#workers) worker.start();
  }

  /** Tells the workers that there is something to do. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  /** What keeps jobs from being worked, in words; empty where nothing does. */
  problems(): string[] {
    const down = this.#workers.filter(({ isReady }) => !isReady).length;
    return down === 0 ? [] : [`${down} of ${this.#workers.length} workers down`];
  }

  async stop(graceMs: number): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop(graceMs)));
  }
}
