import { isMnemeError, messageOf } from "../errors.js";
import { sendsAway, spillsSecrets } from "../planning/leaks.js";
import type { Observation } from "../planning/observation.js";
import type { RecordedProof } from "../run-record.js";
import type { ExecOptions, ExecResult, SandboxSession } from "../sandbox/sandbox.js";
import type { ActContext, ActDeps } from "./actor.js";
import { refusedByAuthority } from "./authority.js";
import { observeExec, said } from "./observe.js";

/**
 * Where the actions work: one sandbox a run, opened at the first need. A lost sandbox is opened once more, with
 * what had passed in it done again.
 */
export class ActingRoom implements AsyncDisposable {
  proof: RecordedProof | null = null;
  /** Commands that passed in this run's sandbox, in order: how its state can be had again. */
  readonly passed: string[] = [];
  /** Of the action at work. */
  signal: AbortSignal = new AbortController().signal;
  /** Labels that the plan at work cites. */
  cites: readonly string[] = [];
  private session: SandboxSession | null = null;
  private lost = false;

  readonly deps: ActDeps;
  readonly context: ActContext;
  readonly canRun: boolean;

  constructor(deps: ActDeps, context: ActContext, canRun: boolean) {
    this.deps = deps;
    this.context = context;
    this.canRun = canRun;
  }

  /** Null where the command may be run, else the observation that says why it is not. */
  async refusal(command: string): Promise<Observation | null> {
    if (!this.canRun) return said(false, `not run: ${WHY_NOT_HERE}`);
    const { recalled } = this.context.recall();
    const authority = refusedByAuthority(command, this.cites, recalled, this.context.chain);
    if (authority !== null) return said(false, `not run: ${authority}`);
    const leak = spillsSecrets(command) ?? sendsAway(command);
    if (leak !== null) return said(false, `not run: ${leak}`);
    const verdict = await this.deps.checkCommand(command);
    if (verdict.allowed) return null;
    return said(false, `not run (${verdict.rule ?? "policy"}): ${verdict.reason ?? "the policy refuses it"}`);
  }

  /** Checked, run, redacted, read. */
  async run(command: string, options: ExecOptions = {}): Promise<Observation> {
    const refused = await this.refusal(command);
    if (refused !== null) return refused;
    const observation = await observeExec(await this.exec(command, options), command, this);
    if (observation.ok) this.passed.push(command);
    return observation;
  }

  /** The raw result, for commands that mneme itself wrote. */
  async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
    return await this.withSession((session) => session.exec(command, { ...options, signal: this.signal }));
  }

  async withSession<T>(work: (session: SandboxSession) => Promise<T>): Promise<T> {
    try {
      return await work(await this.open());
    } catch (error) {
      if (!isMnemeError(error, "unavailable") || this.lost || this.signal.aborted) throw error;
      this.lost = true;
      await this.reopen();
      return await work(await this.open());
    }
  }

  private async open(): Promise<SandboxSession> {
    const session =
      this.session ?? (await this.deps.sandbox.open({ ...this.deps.spec, run_id: this.context.run_id }));
    this.session = session;
    return session;
  }

  private async reopen(): Promise<void> {
    await this[Symbol.asyncDispose]();
    const session = await this.open();
    for (const command of this.passed) await session.exec(command, { signal: this.signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { session } = this;
    this.session = null;
    try {
      await session?.[Symbol.asyncDispose]();
    } catch (error) {
      // What could not be removed now is swept at the next start: it carries the run's label.
      if (!isMnemeError(error)) throw new Error(`closing the sandbox: ${messageOf(error)}`, { cause: error });
    }
  }
}

const WHY_NOT_HERE = "no sandbox may be used in this run, so a person has to run it";
