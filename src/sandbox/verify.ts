import { createHash, randomUUID } from "node:crypto";
import { cutMiddle } from "../util/cut-middle.js";
import { PROOF_SCHEMA_VERSION, type Proof, type ProofSources, type ProofStep } from "./proof.js";
import { toDockerfile, toScript } from "./recipe.js";
import type { ExecResult, Sandbox, SandboxSession, SandboxSpec } from "./sandbox.js";

export interface Verification {
  spec: SandboxSpec;
  /** Puts the repository into a fresh session. Null where `setup` fetches all that is needed. */
  populate: ((session: SandboxSession) => Promise<ProofSources>) | null;
  /** Has to pass first; a failure here proves nothing. */
  setup: readonly string[];
  /** Must fail before the fix. */
  failing: string;
  fix: readonly string[];
  /** Must pass after the fix. Default: the failing command. */
  passing?: string;
  env?: Readonly<Record<string, string>>;
  /** Fails only now and then: three rounds, each with three passes. Found out by itself where `failing` passes once. */
  flaky?: boolean;
  /** Default 600,000, for each command. */
  timeout_ms?: number;
  onStep?: (step: ProofStep) => void;
}

export type VerificationOutcome = "verified" | "refuted" | "not_reproduced" | "setup_failed";

export interface VerificationResult {
  outcome: VerificationOutcome;
  /** One sentence for people. */
  summary: string;
  /** Null unless verified. */
  proof: Proof | null;
  /** Output of the last command. */
  output: string;
  duration_ms: number;
}

const FLAKY_TRIES = 3;
const MOST_LOG = 64_000;
const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * Proves a fix in a clean container: the failing command must fail first, then the fix is applied, then the command
 * must pass; three times where it fails only now and then. Only what a passing run has shown is called verified.
 */
export async function verifyFix(
  sandbox: Sandbox,
  verification: Verification,
  signal?: AbortSignal,
): Promise<VerificationResult> {
  const started = performance.now();
  const attempt = new Attempt(sandbox, verification, signal);
  let flaky = verification.flaky === true;
  let rounds = 0;
  let ended: Ended = { outcome: "verified", summary: "" };
  do {
    ended = await attempt.round(flaky);
    flaky ||= attempt.sawFlaky;
    rounds += 1;
  } while (ended.outcome === "verified" && rounds < (flaky ? FLAKY_TRIES : 1));
  const proof = ended.outcome === "verified" ? toProof(verification, attempt, rounds) : null;
  return { ...ended, proof, output: attempt.lastOutput, duration_ms: performance.now() - started };
}

interface Ended {
  outcome: VerificationOutcome;
  summary: string;
}

class Attempt {
  readonly steps: ProofStep[] = [];
  readonly log: string[] = [];
  lastOutput = "";
  sawFlaky = false;
  sources: ProofSources | null = null;
  imageId: string | null = null;

  private readonly sandbox: Sandbox;
  private readonly verification: Verification;
  private readonly signal: AbortSignal | undefined;

  constructor(sandbox: Sandbox, verification: Verification, signal: AbortSignal | undefined) {
    this.sandbox = sandbox;
    this.verification = verification;
    this.signal = signal;
  }

  async round(flaky: boolean): Promise<Ended> {
    const { setup, failing, fix, passing = failing, populate, spec } = this.verification;
    await using session = await this.sandbox.open(spec);
    this.imageId ??= imageOf(session);
    this.sources = populate === null ? null : await populate(session);
    for (const command of setup) {
      const result = await this.#run(session, "setup", command);
      if (!passed(result))
        return { outcome: "setup_failed", summary: `Not verified: "${command}" fails in a clean container.` };
    }
    if (!(await this.#failsFirst(session, failing)))
      return {
        outcome: "not_reproduced",
        summary: `Not verified: "${failing}" passes in a clean container without any fix.`,
      };
    for (const command of fix) {
      const result = await this.#run(session, "fix", command);
      if (!passed(result))
        return {
          outcome: "refuted",
          summary: `Refuted: the fix itself fails ("${command}", exit ${result.exit_code}).`,
        };
    }
    for (let n = 0; n < (flaky || this.sawFlaky ? FLAKY_TRIES : 1); n += 1) {
      const result = await this.#run(session, "after", passing);
      if (!passed(result))
        return {
          outcome: "refuted",
          summary: `Refuted: after the fix "${passing}" still fails (exit ${result.exit_code}).`,
        };
    }
    return {
      outcome: "verified",
      summary: `Verified in a clean container: "${failing}" failed, and passes after the fix.`,
    };
  }

  /** A command that passes at first may still be one that fails now and then. */
  async #failsFirst(session: SandboxSession, failing: string): Promise<boolean> {
    for (let n = 0; n < FLAKY_TRIES; n += 1) {
      if (!passed(await this.#run(session, "before", failing))) {
        this.sawFlaky ||= n > 0;
        return true;
      }
    }
    return false;
  }

  async #run(session: SandboxSession, phase: ProofStep["phase"], command: string): Promise<ExecResult> {
    const result = await session.exec(command, {
      timeout_ms: this.verification.timeout_ms ?? DEFAULT_TIMEOUT_MS,
      max_output_bytes: MOST_LOG,
      env: this.verification.env ?? {},
      ...(this.signal === undefined ? {} : { signal: this.signal }),
    });
    const step = { phase, command, exit_code: result.exit_code, timed_out: result.timed_out };
    this.steps.push(step);
    this.log.push(`$ ${command}\n${result.output}[exit ${result.exit_code}]\n`);
    this.lastOutput = result.output;
    this.verification.onStep?.(step);
    return result;
  }
}

function passed(result: ExecResult): boolean {
  return result.exit_code === 0 && !result.timed_out;
}

function imageOf(session: SandboxSession): string | null {
  return "image" in session && typeof session.image === "string" ? session.image : null;
}

function toProof(verification: Verification, attempt: Attempt, rounds: number): Proof {
  const { spec, setup, failing, fix, passing = failing, env = {} } = verification;
  const log = cutMiddle(attempt.log.join(""), MOST_LOG);
  const image = spec.image ?? "mneme-sandbox";
  const recipe = {
    image,
    env,
    commands: [...setup, ...fix, passing],
    title: "Made by mneme from a verified run.",
  };
  return {
    schema_version: PROOF_SCHEMA_VERSION,
    id: randomUUID(),
    created_at: new Date().toISOString(),
    image,
    image_id: attempt.imageId,
    network: spec.network,
    sources: attempt.sources,
    setup: [...setup],
    failing,
    fix: [...fix],
    passing,
    env: { ...env },
    rounds,
    steps: attempt.steps,
    dockerfile: toDockerfile(recipe),
    script: toScript(recipe),
    log,
    log_hash: createHash("sha256").update(log).digest("hex"),
  };
}
