import type { ChildProcess } from "node:child_process";
import type { Log } from "../log.js";
import { isFromWorker, type ToWorker } from "./worker-messages.js";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that lived for so long did not die of what the one before it died of. */
const HEALTHY_MS = 60_000;
/** What a worker needs beyond its grace to close its stores. */
const CLOSE_MS = 1_500;

export interface SupervisedWorkerOptions {
  /** Starts the process, with an IPC channel. */
  start: () => ChildProcess;
  log: Log;
  /** Exit code of a worker that refuses its configuration: starting it again would not help. */
  misuseExit: number;
  onMisuse: () => void;
}

/** One place for a worker process: started, started again when it ends, with growing pauses, until it is stopped. */
export class SupervisedWorker {
  readonly #options: SupervisedWorkerOptions;
  #child: ChildProcess | null = null;
  #isReady = false;
  #isStopping = false;
  /** Ends in a row, each soon after its start. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SupervisedWorkerOptions) {
    this.#options = options;
  }

  /** True while it takes jobs. */
  get isReady(): boolean {
    return this.#isReady;
  }

  start(): void {
    if (this.#isStopping) return;
    const startedAt = performance.now();
    const child = this.#options.start();
    this.#child = child;
    child.on("message", (message) => {
      if (!isFromWorker(message)) return;
      this.#isReady = true;
      this.#options.log.info({ worker: child.pid }, "worker ready");
    });
    // Without a listener a process that cannot be started would end the server.
    child.once("error", (error) => this.#options.log.error({ reason: error.message }, "worker failed"));
    child.once("close", (code, signal) => this.#onEnd({ child, code, signal, startedAt }));
  }

  wake(): void {
    if (this.#isReady) this.#send({ kind: "wake" });
  }

  /** Resolves when the process has ended: by itself, or by force when its grace is over. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    this.#send({ kind: "stop", graceMs });
    const force = setTimeout(() => child.kill("SIGKILL"), graceMs + CLOSE_MS);
    await ended;
    clearTimeout(force);
  }

  #send(message: ToWorker): void {
    // A worker that dies meanwhile is seen by its end, not by a message that did not arrive.
    if (this.#child?.connected === true) this.#child.send(message, () => undefined);
  }

  #onEnd(end: {
    child: ChildProcess;
    code: number | null;
    signal: NodeJS.Signals | null;
    startedAt: number;
  }): void {
    const { log, misuseExit, onMisuse } = this.#options;
    this.#child = null;
    this.#isReady = false;
    if (this.#isStopping) return;
    if (end.code === misuseExit) {
      onMisuse();
      return;
    }
    const lived = performance.now() - end.startedAt;
    this.#failures = lived > HEALTHY_MS ? 0 : this.#failures + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, this.#failures - 1), LONGEST_PAUSE_MS);
    const { code, signal } = end;
    log.error({ worker: end.child.pid, code, signal, pauseMs }, "worker ended: it is started again");
    this.#timer = setTimeout(() => this.start(), pauseMs);
  }
}
