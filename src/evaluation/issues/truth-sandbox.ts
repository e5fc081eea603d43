import type { ExecResult, Sandbox, SandboxSession } from "../../sandbox/sandbox.js";
import type { Scenario } from "./scenario.js";

const NOT_FOUND = 127;
/** What fetches or installs passes in silence: the truth is about what comes after it. */
const PREPARES =
  /^(?:\(ulimit|git |sudo |apt-get |make\b|cmake\b|\.\/configure|npm (?:ci|install)|pip3? install|python3? -m (?:pip|venv)|bundle |cargo build|go build|mkdir |cd )/;

/** A sandbox that plays the hidden truth: what the reporter sees is seen here too, until the right fix is run. */
export class TruthSandbox implements Sandbox {
  readonly kind: "docker" | "none";
  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.kind = scenario.sandbox ? "docker" : "none";
  }

  unavailableBecause(): Promise<string | null> {
    return Promise.resolve(this.#scenario.sandbox ? null : "this family is played without a sandbox");
  }

  sweep(): Promise<number> {
    return Promise.resolve(0);
  }

  open(): Promise<SandboxSession> {
    const { truth } = this.#scenario;
    let isFixed = false;
    const play = (command: string): ExecResult => {
      if (truth.accept.some((pattern) => pattern.test(command))) {
        isFixed = true;
        return result("", 0);
      }
      const print = truth.prints.find(({ asks }) => asks.test(command));
      if (print !== undefined)
        return isFixed && print.exit_code !== 0 ? result("", 0) : result(print.output, print.exit_code);
      return PREPARES.test(command)
        ? result("", 0)
        : result(`bash: ${command.split(" ")[0] ?? ""}: command not found`, NOT_FOUND);
    };
    return Promise.resolve({
      id: "truth",
      workdir: "/work",
      exec: (command: string) => Promise.resolve(play(command)),
      writeFiles: () => Promise.resolve(),
      readFile: () => Promise.resolve(null),
      snapshot: () => Promise.resolve("truth"),
      restore: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  }
}

function result(output: string, exitCode: number): ExecResult {
  return {
    exit_code: exitCode,
    output,
    output_bytes: output.length,
    truncated: false,
    timed_out: false,
    out_of_memory: false,
    duration_ms: 1,
  };
}
