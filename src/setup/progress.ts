import { toDockerfile, toScript } from "../sandbox/recipe.js";
import type { SandboxSpec } from "../sandbox/sandbox.js";
import type { VerificationOutcome } from "../sandbox/verify.js";
import type { Detection } from "./detect/detect-project.js";
import type { FailedStep } from "./pits/pit.js";
import type { Ran } from "./run-step.js";
import type { SetupRequest } from "./engine.js";
import {
  GOALS,
  type RanCommand,
  type SetupFailure,
  type SetupReport,
  type SetupStep,
  type Way,
} from "./setup.js";

const MOST_NAMED = 5;

/** What happened so far in one set-up, and the report that is made of it. */
export class Progress {
  recalled = 0;
  lookups = 0;
  private readonly commands: RanCommand[] = [];
  /** Precautions that passed and whose step was not run yet. */
  private lead: RanCommand[] = [];
  private readonly failures: SetupFailure[] = [];
  private readonly notices: string[] = [];
  /** Commands whose effects are in the sandbox now, in order: what a script has to do. */
  private kept: { command: string; cwd: string }[] = [];
  /** `kept` as it was before each failure's fix, for a roll-back. */
  private readonly reused = new Set<string>();
  private readonly started = performance.now();
  private readonly request: SetupRequest;
  private readonly ecosystems: string[];
  private readonly detection: Detection;

  constructor(request: SetupRequest, ecosystems: string[], detection: Detection) {
    this.request = request;
    this.ecosystems = ecosystems;
    this.detection = detection;
  }

  isSpent(): boolean {
    const { commands, wall_ms } = this.request.budget;
    const ran = [...this.commands, ...this.lead].reduce((total, { parts }) => total + parts.length, 0);
    return ran >= commands || performance.now() - this.started > wall_ms;
  }

  notice(text: string): void {
    if (!this.notices.includes(text)) this.notices.push(text);
  }

  /** What the project's texts say and what would not be run is told, not done. */
  async noteInstructions(
    check: (
      command: string,
      cwd: string,
    ) => Promise<{ allowed: boolean; rule: string | null; reason: string | null }>,
  ): Promise<void> {
    const { found, others } = this.detection;
    if (others.length > 0)
      this.notice(
        `Set up is ${found[0]?.folder ?? "."}. There is more in ${others.slice(0, MOST_NAMED).join(", ")}: give its path to set that up.`,
      );
    for (const { command, file } of this.detection.instructions.commands) {
      const plain = command.replace(/^sudo (?=apt(?:-get)? )/, "");
      const { allowed, rule, reason } = await check(plain, "/work/repo");
      if (!allowed)
        this.notice(`${file} says "${command}", which is not run (${rule ?? ""}): ${reason ?? ""}`);
    }
  }

  noteRan(ran: Ran, step: SetupStep): void {
    const { output, failure_case, ...command } = ran;
    if (ran.role === "precaution" && ran.ok) this.lead.push(command);
    else {
      this.commands.push(toLine([...this.lead, command]));
      this.lead = [];
    }
    if (ran.ok) this.kept.push({ command: ran.command, cwd: step.cwd });
    else if (failure_case === null && output === "") this.notice(`"${ran.command}" failed without a word.`);
    if (ran.ok && ran.cites.length > 0) this.reused.add(ran.command);
  }

  /** A command that memory changed before it was first run. */
  noteReuse(step: SetupStep, way: Way): void {
    if (way.source === "memory") this.reused.add(step.command);
  }

  noteTried(
    failed: FailedStep,
    way: Way,
    helped: boolean,
    verification: VerificationOutcome | null,
    proof: string | null,
  ): void {
    const entry = this.failures.find(({ failure }) => failure === failed.failure) ?? {
      failure: failed.failure,
      step: failed.step,
      tried: [],
    };
    if (!this.failures.includes(entry)) this.failures.push(entry);
    entry.tried.push({ way, helped, verification, proof });
    const taken = new Set(way.strategy.steps);
    if (!helped) this.kept = this.kept.filter(({ command }) => !taken.has(command));
    if (helped && way.source === "memory") for (const command of taken) this.reused.add(command);
  }

  passedCommands(): string[] {
    return this.kept.map(({ command, cwd }) => (cwd === "." ? command : `cd ${cwd} && ${command}`));
  }

  report(spec: SandboxSpec, ended: SetupReport["ended"]): SetupReport {
    const ok = ended === "goal";
    const recipe = {
      image: spec.image ?? "mneme-sandbox",
      env: {},
      commands: this.passedCommands(),
      title: `Set up by mneme: ${this.request.files.origin}`,
    };
    return {
      ok,
      goal: this.request.goal,
      source: this.request.files.origin,
      ecosystems: this.ecosystems,
      first_attempt: ok && this.commands.every((command) => command.ok),
      summary: this.#summary(ended),
      commands: this.commands,
      failures: this.failures,
      reused: this.commands.filter(
        ({ ok: passed, parts }) => passed && parts.some((part) => this.reused.has(part)),
      ).length,
      recalled: this.recalled,
      lookups: this.lookups,
      notices: this.notices,
      dockerfile: toDockerfile(recipe),
      script: toScript(recipe),
      duration_ms: Math.round(performance.now() - this.started),
      ended,
    };
  }

  #summary(ended: SetupReport["ended"]): string {
    const { goal } = this.request;
    const failed = this.commands.filter((command) => !command.ok);
    const last = failed.at(-1);
    if (ended === "goal") {
      const how =
        failed.length === 0
          ? "at the first attempt"
          : `after ${failed.length} failed command${failed.length === 1 ? "" : "s"}`;
      const reached = GOALS.filter((stage) => this.detection.steps.some((step) => step.goal === stage)).at(
        -1,
      );
      // What was not run was not shown: without tests there is nothing to say of them.
      return reached === undefined || reached === goal
        ? `${goal} holds, ${how}.`
        : `${reached} holds, ${how}. The project has nothing for "${goal}" that is known.`;
    }
    if (ended === "nothing_to_do") return "No manifest was found that says how this project is set up.";
    const where = last === undefined ? "" : ` The last failure: ${last.failure ?? last.command}`;
    const why =
      ended === "budget"
        ? "The budget is spent"
        : ended === "stopped"
          ? "It was stopped"
          : "No way is left that is worth a try";
    return `${goal} does not hold. ${why}.${where}`;
  }
}

/** A precaution is no try of its own: it is written into the line of the step that it is taken for. */
function toLine(parts: readonly RanCommand[]): RanCommand {
  const last = parts.at(-1);
  if (last === undefined) throw new Error("a line holds at least one command");
  return {
    ...last,
    command: parts.map(({ command }) => command).join(" && "),
    parts: parts.map(({ command }) => command),
    duration_ms: parts.reduce((total, { duration_ms }) => total + duration_ms, 0),
    cites: Array.from(new Set(parts.flatMap(({ cites }) => cites))),
  };
}
