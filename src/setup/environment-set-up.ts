import type { EnvironmentSetUp, SetUpContext } from "../acting/actor.js";
import type { SandboxSession } from "../sandbox/sandbox.js";
import { setUpInSession, type SetupDependencies } from "./engine.js";
import { readSessionFiles } from "./read-session-files.js";
import type { Goal, RanCommand, SetupReport } from "./setup.js";

/** Within a run there is less time than for a set-up on its own. */
const BUDGET = { commands: 20, wall_ms: 600_000, command_ms: 300_000 };

/** The set-up engine in the sandbox of an issue's run, over the memory that the run may read. */
export class EngineSetUp implements EnvironmentSetUp {
  private readonly compose: (context: SetUpContext) => SetupDependencies;

  constructor(compose: (context: SetUpContext) => SetupDependencies) {
    this.compose = compose;
  }

  async setUp(
    goal: Goal,
    session: SandboxSession,
    context: SetUpContext,
  ): Promise<{ ok: boolean; output: string; summary: string }> {
    await using project = await readSessionFiles(session, context.reader.scope.repository);
    const request = { files: project.files, goal, budget: BUDGET, signal: context.signal };
    const report = await setUpInSession(request, this.compose(context), session);
    return { ok: report.ok, output: tell(report), summary: report.summary };
  }
}

/** What was run, what came of it, and the script that does it again. */
function tell(report: SetupReport): string {
  const lines = report.commands.map(({ ok, command, role, failure }: RanCommand) => {
    const why = role === "step" ? "" : ` (${role})`;
    return `${ok ? "ok    " : "failed"} ${command}${why}${failure === null ? "" : `\n       ${failure}`}`;
  });
  const notices = report.notices.map((notice) => `note: ${notice}`);
  return [...lines, ...notices, ...(report.ok ? ["", report.script] : [])].join("\n");
}
