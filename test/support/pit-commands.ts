import { parseLog } from "../../src/failures/parse-log.js";
import { detectProject } from "../../src/setup/detect/detect-project.js";
import { NO_LOOKUPS } from "../../src/setup/lookups/lookups.js";
import type { Pit } from "../../src/setup/pits/pit.js";
import { projectWith } from "./project.js";

export interface AskedPit {
  files: Record<string, string>;
  /** Id of a step, "make/build". */
  step: string;
  /** What the step printed when it failed. Left out: the pit is asked before anything failed. */
  output?: string;
}

/** The commands of the ways that a pit gives, in its order; no registry and no system can be asked. */
export async function pitCommands(pit: Pit, { files, step: id, output }: AskedPit): Promise<string[]> {
  const project = await projectWith(files);
  const detection = detectProject(project, "test");
  const step = detection.steps.find((planned) => planned.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  const surroundings = { files: project, detection, python_indexes: [], lookups: NO_LOOKUPS };
  if (output === undefined) return commandsOf((await pit.foresee?.(surroundings, step)) ?? []);
  const [failure] = parseLog(output, { command: step.command, exitCode: 1 }).failures;
  if (failure === undefined) throw new Error("the log shows no failure");
  return commandsOf(await pit.react({ ...surroundings, failure, step, output, done: [] }));
}

function commandsOf(ways: Awaited<ReturnType<Pit["react"]>>): string[] {
  return ways.flatMap(({ strategy }) => strategy.steps);
}
