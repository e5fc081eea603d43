import { messageOf, MnemeError } from "../errors.js";
import type { Environment } from "../environment/environment.js";
import type { Proof, ProofSources } from "../sandbox/proof.js";
import type { Sandbox, SandboxSession, SandboxSpec } from "../sandbox/sandbox.js";
import type { VerificationOutcome, VerificationResult } from "../sandbox/verify.js";
import { Advice } from "./advice.js";
import { chooseWay, keyOf } from "./choose-way.js";
import { detectProject } from "./detect/detect-project.js";
import { SandboxLookups } from "./lookups/sandbox-lookups.js";
import type { SetupMemory } from "./memory/setup-memory.js";
import type { FailedStep, Surroundings } from "./pits/pit.js";
import { playbookWays } from "./playbook-ways.js";
import { populateSession } from "./populate-session.js";
import type { ProjectFiles } from "./project-files.js";
import { Progress } from "./progress.js";
import { runCommand, type Ran, type RunnerDependencies } from "./run-step.js";
import { isSameFault } from "./same-fault.js";
import { readSandboxEnvironment } from "./sandbox-environment.js";
import type { Goal, RanCommand, SetupBudget, SetupEvent, SetupReport, SetupStep, Way } from "./setup.js";
import { verifyWay, type AttemptedWay } from "./verify-way.js";

export interface SetupDependencies extends Pick<RunnerDependencies, "checkCommand" | "parseLog" | "redact"> {
  sandbox: Sandbox;
  spec: SandboxSpec;
  memory: SetupMemory;
  /** A language model's proposals, asked where memory and playbooks have none. Null without a model. */
  propose: ((failed: FailedStep) => Promise<Way[]>) | null;
  keepProof: (proof: Proof) => Promise<void>;
  onEvent: (event: SetupEvent) => void;
  /** False: hypotheses are used without a second run in a clean container, and remembered as such. */
  verify: boolean;
  /** Indexes that the operator allows: "-f ./wheels". */
  python_indexes: readonly string[];
}

export interface SetupRequest {
  files: ProjectFiles;
  goal: Goal;
  budget: SetupBudget;
  signal?: AbortSignal;
}

/**
 * Sets a project up in a fresh sandbox: plan, run, observe, recall, choose a way, go on, until the goal holds or the
 * budget is spent. Every way that was used is verified in a clean container and remembered with what came of it.
 */
export async function setUpProject(request: SetupRequest, deps: SetupDependencies): Promise<SetupReport> {
  return await setUp(request, deps, null);
}

/** The same in a sandbox that is open already and holds the project. It stays open. */
export async function setUpInSession(
  request: SetupRequest,
  deps: SetupDependencies,
  session: SandboxSession,
): Promise<SetupReport> {
  return await setUp(request, deps, session);
}

async function setUp(
  request: SetupRequest,
  deps: SetupDependencies,
  given: SandboxSession | null,
): Promise<SetupReport> {
  const detection = detectProject(request.files, request.goal);
  const ecosystems = detection.found.map(({ ecosystem }) => ecosystem);
  deps.onEvent({ kind: "detected", ecosystems, steps: detection.steps });
  const progress = new Progress(request, ecosystems, detection);
  await progress.noteInstructions(deps.checkCommand);
  if (detection.steps.length === 0) return progress.report(deps.spec, "nothing_to_do");
  const populate = async (target: SandboxSession): Promise<ProofSources> =>
    await populateSession(target, request.files);
  await using own = given === null ? await deps.sandbox.open(deps.spec) : null;
  const session = own ?? given;
  if (session === null) throw new MnemeError("unavailable", "There is no sandbox to set the project up in.");
  if (own !== null) await populate(own);
  const engine = new Engine(request, deps, session, progress, populate);
  const lookups = new SandboxLookups(session, () => (progress.lookups += 1));
  const { python_indexes } = deps;
  return await engine.run(detection.steps, { files: request.files, detection, python_indexes, lookups });
}

/** How often memory is asked ahead of one step. */
const MOST_ROUNDS = 4;
/** Pits whose ways make an environment anew: only a passing step shows that they helped. */
const RESETS = new Set(["other-runtime"]);

class Engine {
  private readonly runner: RunnerDependencies;
  private readonly request: SetupRequest;
  private readonly deps: SetupDependencies;
  private readonly session: SandboxSession;
  private readonly progress: Progress;
  private readonly advice: Advice;
  private readonly populate: (session: SandboxSession) => Promise<ProofSources>;
  /** Precautions of this run, so that none is taken twice. */
  private readonly taken = new Set<string>();

  constructor(
    request: SetupRequest,
    deps: SetupDependencies,
    session: SandboxSession,
    progress: Progress,
    populate: (session: SandboxSession) => Promise<ProofSources>,
  ) {
    this.request = request;
    this.deps = deps;
    this.session = session;
    this.progress = progress;
    this.advice = new Advice(deps, progress);
    this.populate = populate;
    const { checkCommand, parseLog, redact } = deps;
    this.runner = {
      session,
      checkCommand,
      parseLog,
      redact,
      timeout_ms: request.budget.command_ms,
      signal: request.signal,
      onOutput: () => undefined,
    };
  }

  async run(steps: readonly SetupStep[], surroundings: Surroundings): Promise<SetupReport> {
    try {
      return await this.#reachGoal(steps, surroundings);
    } catch (error) {
      if (this.request.signal?.aborted === true) return this.progress.report(this.deps.spec, "stopped");
      throw error;
    }
  }

  async #reachGoal(steps: readonly SetupStep[], surroundings: Surroundings): Promise<SetupReport> {
    const environment = await readSandboxEnvironment(this.session);
    const held: SetupStep[] = [];
    for (const planned of steps) {
      const { step, cites } = await this.#takePrecautions(planned, surroundings, environment);
      const reached = await this.#reach(step, cites, surroundings, environment);
      if (typeof reached === "string") return this.progress.report(this.deps.spec, reached);
      held.push(reached);
    }
    await this.advice.learnHeld(held, environment);
    return this.progress.report(this.deps.spec, "goal");
  }

  /**
   * What memory knows to go wrong at this step is seen to before it does. It is asked again after each round: what was
   * done may bring the next pit into sight, or take it away.
   */
  async #takePrecautions(
    planned: SetupStep,
    surroundings: Surroundings,
    environment: Environment,
  ): Promise<{ step: SetupStep; cites: readonly string[] }> {
    let step = planned;
    for (let round = 0; round < MOST_ROUNDS && !this.progress.isSpent(); round += 1) {
      const ways = await this.advice.preventive(step, surroundings, environment, this.taken);
      if (ways.length === 0) break;
      for (const way of ways) {
        this.deps.onEvent({ kind: "chose", way, of: ways.length });
        step = await this.#precaution(way, step);
      }
    }
    return { step, cites: await this.advice.held(step, environment) };
  }

  async #precaution(way: Way, step: SetupStep): Promise<SetupStep> {
    const { kind, steps, cites } = way.strategy;
    const before = kind === "insert_step" ? steps : steps.slice(0, -1);
    for (const command of before) {
      const { ok } = await this.#run(command, step, "precaution", cites);
      if (!ok) return step;
    }
    if (kind === "insert_step") return step;
    const changed = { ...step, command: steps.at(-1) ?? step.command };
    this.progress.noteReuse(changed, way);
    return changed;
  }

  /** Runs a step until it passes, and gives it as it then was; else why the set-up ends here. */
  async #reach(
    first: SetupStep,
    cites: readonly string[],
    surroundings: Surroundings,
    environment: Environment,
  ): Promise<"budget" | "no_way_left" | SetupStep> {
    let step = first;
    const tried = new Set<string>();
    let ran = await this.#run(step.command, step, "step", cites);
    while (!ran.ok) {
      if (this.progress.isSpent()) return "budget";
      if (ran.failure_case === null) return "no_way_left";
      const done = this.progress.passedCommands();
      const { failure_case: failure, output } = ran;
      const failed: FailedStep = { ...surroundings, failure, step, output, done };
      const way = await this.#choose(failed, tried, environment);
      if (way === null) return "no_way_left";
      tried.add(keyOf(way, step));
      const attempt: AttemptedWay = { way, failed, setup: done };
      const snapshot = await this.#snapshot();
      const changed = await this.#apply(way, step);
      const again =
        changed === null ? ran : await this.#run(changed.command, changed, "step", way.strategy.cites);
      const moved = again.failure_case === null || !isSameFault(again.failure_case, failed.failure);
      // Another failure is a step ahead, but not in another environment: there it may be one from before.
      const helped = again.ok || (moved && !RESETS.has(way.pit));
      await this.#judge(attempt, changed ?? step, { helped, passed: again.ok }, environment);
      if (helped && changed !== null) {
        step = changed;
        ran = again;
      } else if (snapshot !== null) await this.session.restore(snapshot);
    }
    return step;
  }

  async #choose(
    failed: FailedStep,
    tried: ReadonlySet<string>,
    environment: Environment,
  ): Promise<Way | null> {
    const { ways, refuted } = await this.advice.reactive(failed, environment);
    const all = [...ways, ...(await playbookWays(failed)).map((way) => refuted(way))];
    const choose = (from: readonly Way[]) => chooseWay(from, tried, failed.step);
    const best = choose(all) ?? choose(await this.advice.proposed(failed));
    if (best !== null) this.deps.onEvent({ kind: "chose", way: best, of: all.length });
    return best;
  }

  /** The step as it is to be run after the way was taken; null where a part of the way failed itself. */
  async #apply(way: Way, step: SetupStep): Promise<SetupStep | null> {
    const { kind, steps } = way.strategy;
    const before = kind === "insert_step" ? steps : steps.slice(0, -1);
    for (const command of before) {
      const ran = await this.#run(command, step, "fix", way.strategy.cites);
      if (!ran.ok) return null;
    }
    return kind === "insert_step" ? step : { ...step, command: steps.at(-1) ?? step.command };
  }

  /** A hypothesis that was used is proven in a clean container, and remembered either way. */
  async #judge(
    attempt: AttemptedWay,
    step: SetupStep,
    { helped, passed }: { helped: boolean; passed: boolean },
    environment: Environment,
  ): Promise<void> {
    const { way, failed } = attempt;
    // A step that fails in another way now cannot pass in a clean container either: the way is not proven yet.
    const verification = passed && this.deps.verify ? await this.#verify(attempt, step) : null;
    const proof = verification?.proof ?? null;
    const unkept = (error: unknown) => this.progress.notice(`The proof was not kept: ${messageOf(error)}`);
    if (proof !== null) await this.deps.keepProof(proof).catch(unkept);
    this.progress.noteTried(failed, way, helped, verification?.outcome ?? null, proof?.id ?? null);
    const outcome = lessonOf(helped, verification?.outcome ?? null);
    if (outcome === "not_reproduced") return;
    const lesson = { failure: failed.failure, step: failed.step, way, outcome, proof: proof?.id ?? null };
    await this.advice.learn(lesson, environment);
  }

  async #verify(attempt: AttemptedWay, step: SetupStep): Promise<VerificationResult | null> {
    try {
      const result = await verifyWay(this.deps, this.populate, attempt, step, this.request);
      this.deps.onEvent({ kind: "verified", outcome: result.outcome, summary: result.summary });
      return result;
    } catch (error) {
      this.progress.notice(`Not verified: ${messageOf(error)}`);
      return null;
    }
  }

  async #run(
    command: string,
    step: SetupStep,
    role: RanCommand["role"],
    cites: readonly string[],
  ): Promise<Ran> {
    this.deps.onEvent({ kind: "running", command, role });
    const ran = await runCommand(command, step, role, cites, this.runner);
    this.progress.noteRan(ran, step);
    this.deps.onEvent({ kind: "ran", command: ran });
    return ran;
  }

  async #snapshot(): Promise<string | null> {
    try {
      return await this.session.snapshot();
    } catch (error) {
      this.progress.notice(`No snapshot, so no roll-back: ${messageOf(error)}`);
      return null;
    }
  }
}

function lessonOf(helped: boolean, verification: VerificationOutcome | null): VerificationOutcome | "helped" {
  if (verification === null || verification === "setup_failed") return helped ? "helped" : "refuted";
  return verification;
}
