import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Arm, type SetupRun } from "./setup-figures.js";

const KeptRun = z.object({
  arm: Arm,
  name: z.string(),
  pit: z.string(),
  also: z.array(z.string()),
  ecosystem: z.string(),
  ok: z.boolean(),
  first_attempt: z.boolean(),
  steps: z.number(),
  commands: z.number(),
  reused: z.number(),
  lookups: z.number(),
  seconds: z.number(),
  ended: z.string(),
  failed: z.array(z.object({ command: z.string(), failure: z.string() })),
  helped: z.array(z.string()),
});

/** The runs that are done, one JSON line each: an evaluation that was interrupted goes on from there. */
export class SetupRuns {
  readonly #file: string;
  readonly #runs: SetupRun[] = [];

  private constructor(file: string) {
    this.#file = file;
  }

  /** With `resume` what is there is kept; without, the work folder starts empty. */
  static open(folder: string, resume: boolean): SetupRuns {
    if (!resume) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const runs = new SetupRuns(join(folder, "runs.jsonl"));
    if (existsSync(runs.#file)) {
      // The last line may have been cut off by a kill: that run is done again.
      const whole = readFileSync(runs.#file, "utf8").split("\n").slice(0, -1);
      for (const line of whole) runs.#runs.push(KeptRun.parse(JSON.parse(line)));
      writeFileSync(runs.#file, whole.map((line) => `${line}\n`).join(""));
    }
    return runs;
  }

  all(): readonly SetupRun[] {
    return this.#runs;
  }

  has(arm: Arm, name: string): boolean {
    return this.#runs.some((run) => run.arm === arm && run.name === name);
  }

  add(run: SetupRun): void {
    appendFileSync(this.#file, `${JSON.stringify(run)}\n`);
    this.#runs.push(run);
  }
}
