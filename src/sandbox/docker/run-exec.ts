import type { Duplex } from "node:stream";
import type Dockerode from "dockerode";
import type { ExecResult } from "../sandbox.js";
import { dockerError } from "./docker-errors.js";
import { Demultiplexer, OutputCollector } from "./output.js";

export interface ExecRequest {
  argv: readonly string[];
  user: string;
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeout_ms: number;
  max_output_bytes: number;
  /** Standard input, written and closed. */
  stdin?: NodeJS.ReadableStream;
  onText?: (text: string) => void;
  /** Raw bytes of standard output, instead of collecting them. */
  onBytes?: (bytes: Buffer) => void;
  signal?: AbortSignal;
}

export type RawResult = Omit<ExecResult, "out_of_memory"> & { stopped: "time" | "output" | "signal" | null };

class OutputLost extends Error {
  constructor(cause: unknown) {
    super("The output could not be taken.", { cause });
  }
}

/** A command may print for ever within its time; past this it is stopped. */
const MAX_STREAMED_BYTES = 4 * 1024 ** 3;
const POLL_MS = 500;
/** How long a killed command's stream may stay open before it is cut. */
const GRACE_MS = 3_000;

/**
 * Runs one command in a container and waits for its end, for the time limit, or for the signal, whichever comes
 * first. `killAll` must end every process of the user: the daemon has no call that ends an exec.
 */
export async function runExec(
  container: Dockerode.Container,
  request: ExecRequest,
  killAll: () => Promise<void>,
): Promise<RawResult> {
  const started = performance.now();
  const { exec, stream } = await startExec(container, request);
  const collector = new OutputCollector(request.max_output_bytes, request.onText);
  let stopped: RawResult["stopped"] = null;
  let stop: (why: RawResult["stopped"]) => void = () => undefined;
  const asked = new Promise<RawResult["stopped"]>((resolve) => {
    stop = resolve;
  });
  const demultiplexer = new Demultiplexer((kind, bytes) => {
    if (kind === 1 && request.onBytes !== undefined) request.onBytes(bytes);
    else collector.add(kind, bytes);
    if (collector.bytes > MAX_STREAMED_BYTES) stop("output");
  });
  const ended = new Promise<null>((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      try {
        demultiplexer.write(chunk);
      } catch (error) {
        // Whoever takes the output cannot: its disk is full, say. The command is of no use then.
        reject(new OutputLost(error));
      }
    });
    stream.once("end", () => resolve(null));
    stream.once("close", () => resolve(null));
    stream.once("error", reject);
  });
  const timer = setTimeout(() => stop("time"), request.timeout_ms);
  const onAbort = () => stop("signal");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  if (request.signal?.aborted === true) onAbort();
  const poll = new ExitPoll(exec);
  try {
    stopped = await Promise.race([ended, asked, poll.exited]);
    if (stopped !== null) {
      await killAll();
      await Promise.race([ended, wait(GRACE_MS)]);
    }
  } catch (error) {
    if (!(error instanceof OutputLost)) throw dockerError("Running a command in the sandbox", error);
    await killAll();
    throw error.cause;
  } finally {
    clearTimeout(timer);
    poll.stop();
    request.signal?.removeEventListener("abort", onAbort);
    stream.destroy();
  }
  const exit_code = await exitCodeOf(exec);
  return {
    exit_code: exit_code ?? 137,
    ...collector.end(),
    output_bytes: collector.bytes,
    timed_out: stopped === "time",
    stopped,
    duration_ms: performance.now() - started,
  };
}

async function startExec(
  container: Dockerode.Container,
  request: ExecRequest,
): Promise<{ exec: Dockerode.Exec; stream: Duplex }> {
  try {
    const exec = await container.exec({
      Cmd: [...request.argv],
      User: request.user,
      WorkingDir: request.cwd,
      Env: Object.entries(request.env).map(([name, value]) => `${name}=${value}`),
      AttachStdin: request.stdin !== undefined,
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
    });
    const stream = await exec.start({ hijack: true, stdin: request.stdin !== undefined });
    // A reader that is gone (EPIPE) shows in the exit code; it must not bring this process down.
    stream.on("error", () => undefined);
    request.stdin?.pipe(stream);
    return { exec, stream };
  } catch (error) {
    throw dockerError("Starting a command in the sandbox", error);
  }
}

/** A grandchild that keeps the output open would hold the stream long after the command is over. */
class ExitPoll {
  readonly exited: Promise<null>;
  #timer: NodeJS.Timeout | null = null;

  constructor(exec: Dockerode.Exec) {
    this.exited = new Promise((resolve) => {
      let asking = false;
      this.#timer = setInterval(() => {
        if (asking) return;
        asking = true;
        exec
          .inspect()
          .then((state) => {
            if (!state.Running) setTimeout(() => resolve(null), POLL_MS);
          })
          .catch(() => undefined)
          .finally(() => (asking = false));
      }, POLL_MS);
    });
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

async function exitCodeOf(exec: Dockerode.Exec): Promise<number | null> {
  const deadline = Date.now() + 1_000;
  while (true) {
    const state = await exec.inspect().catch((error: unknown) => {
      throw dockerError("Reading how a command ended", error);
    });
    if (!state.Running && state.ExitCode !== null) return state.ExitCode;
    if (Date.now() > deadline) return null;
    await wait(25);
  }
}

export function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}
