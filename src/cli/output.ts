import picocolors from "picocolors";
import { messageOf, MnemeError } from "../errors.js";

/** Exit codes of the contract: 0 done, 1 a result that is negative, 2 wrong use or bad input. */
export const EXIT = { done: 0, negative: 1, misuse: 2 } as const;

export interface Output {
  readonly json: boolean;
  /** True where a person watches: colours and progress are fit. */
  readonly interactive: boolean;
  readonly colors: ReturnType<typeof picocolors.createColors>;
  /** A line for people; nothing with `--json`. */
  line(text?: string): void;
  /** The machine-readable result; nothing without `--json`. */
  result(value: unknown): void;
  /** Progress on standard error: drawn over on a terminal, nothing in a pipe or with `--json`. */
  progress(text: string): void;
  /** Clears the progress line. */
  progressDone(): void;
}

/** `streams` are replaced in tests only. */
export function createOutput(
  options: { json?: boolean | undefined },
  streams: { out: NodeJS.WriteStream; err: NodeJS.WriteStream } = {
    out: process.stdout,
    err: process.stderr,
  },
): Output {
  const json = options.json === true;
  const interactive = streams.out.isTTY && !json;
  const showProgress = streams.err.isTTY && !json;
  return {
    json,
    interactive,
    colors: picocolors.createColors(interactive && picocolors.isColorSupported),
    line(text = "") {
      if (!json) streams.out.write(`${text}\n`);
    },
    result(value) {
      if (json) streams.out.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    progress(text) {
      if (showProgress) streams.err.write(`\r\u001b[2K${text}`);
    },
    progressDone() {
      if (showProgress) streams.err.write("\r\u001b[2K");
    },
  };
}

/** Says what went wrong in one line on standard error, and gives the exit code for it. */
export function reportError(error: unknown, err: Pick<NodeJS.WriteStream, "write"> = process.stderr): number {
  err.write(`mneme: ${messageOf(error)}\n`);
  if (error instanceof MnemeError && (error.code === "bad_input" || error.code === "bad_config"))
    return EXIT.misuse;
  return EXIT.negative;
}
