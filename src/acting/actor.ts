import type { Chain } from "../chain/chain.js";
import type { ParsedLog } from "../failures/failure-case.js";
import type { ReadScope } from "../memory/scope.js";
import type { Observation } from "../planning/observation.js";
import type { Plan } from "../planning/plan.js";
import type { Step } from "../planning/planner.js";
import type { Meter } from "../planning/usage.js";
import type { Recall } from "../recall/recall.js";
import type { Recalled, RecallResult } from "../recall/recalled.js";
import type { RecordedProof } from "../run-record.js";
import type { Sandbox, SandboxSession, SandboxSpec } from "../sandbox/sandbox.js";
import type { Trigger } from "../thread/trigger.js";

/**
 * Port: does what a plan says, and tells what came of it. A command that fails, is refused or cannot be run is an
 * observation. Throws MnemeError("unavailable", retryable) for a sandbox that was lost twice. Disposing it removes
 * the sandbox.
 */
export interface Actor extends AsyncDisposable {
  /** Whether commands can be run here, for the person who asked. */
  readonly canRun: boolean;
  /** The proof that a fix holds, where this run made one. */
  readonly proof: RecordedProof | null;
  act(plan: Plan, signal: AbortSignal): Promise<Observation>;
}

/** What the run is about: fixed when the actor is opened, but for what is recalled later. */
export interface ActContext {
  run_id: string;
  trigger: Trigger;
  chain: Chain;
  reader: ReadScope;
  /** What is recalled at this moment of the run. */
  recall: () => RecallResult;
  /** Of the run: what a model reads of an output is paid from its budget. */
  meter: Meter;
  /** Steps of this run from before it was cut off: what they did to the sandbox that is gone is done again. */
  earlier?: readonly Step[];
  /** Lets people below triage have commands run. Default false. */
  runForEverybody?: boolean;
  /** A control run: memory is not searched. Default false. */
  withoutMemory?: boolean;
  /** Joins further memories to the run and gives the labels under which they are shown. Default: they get none. */
  addRecalled?: (found: readonly Recalled[]) => string[];
}

/** The judgement of the command policy: `rule` and `reason` are null where it is allowed. */
export interface PolicyVerdict {
  allowed: boolean;
  rule: string | null;
  reason: string | null;
}

/** Whose memory a set-up asks and adds to, and what ends it. */
export interface SetUpContext {
  run_id: string;
  reader: ReadScope;
  meter: Meter;
  signal: AbortSignal;
}

/** Sets a project up in an open sandbox until the goal holds. Output is raw: the actor redacts it. */
export interface EnvironmentSetUp {
  setUp(
    goal: "install" | "build" | "test",
    session: SandboxSession,
    context: SetUpContext,
  ): Promise<{ ok: boolean; output: string; summary: string }>;
}

export interface VerifyRequest {
  run_id: string;
  /** What has to be done first, such as fetching the source. */
  setup: readonly string[];
  /** Must fail before the fix and pass after it. */
  failing: string;
  fix: readonly string[];
}

/** Proves a fix in a clean container. */
export interface FixVerifier {
  verify(
    request: VerifyRequest,
    signal: AbortSignal,
  ): Promise<{
    outcome: "verified" | "refuted" | "not_reproduced" | "setup_failed";
    proof: RecordedProof | null;
    summary: string;
    output: string;
  }>;
}

/** A SearXNG-compatible endpoint, and the hosts whose results may be read. */
export interface WebSearchSettings {
  url: string;
  hosts: readonly string[];
}

export interface ActDeps {
  sandbox: Sandbox;
  /** Image, network and limits of this run's sandbox. */
  spec: Omit<SandboxSpec, "run_id">;
  checkCommand: (command: string) => Promise<PolicyVerdict>;
  redact: (text: string) => string | Promise<string>;
  parseLog: (text: string, command: string | null, meter: Meter) => ParsedLog | Promise<ParsedLog>;
  recall: Recall;
  /** Null: nothing sets projects up; the action says so. */
  setUp: EnvironmentSetUp | null;
  /** Null: a fix is tried in the run's own sandbox, without a proof. */
  verifier: FixVerifier | null;
  /** Null: off, the default. */
  web: WebSearchSettings | null;
  /** Hosts that source may be fetched from, with their port where it is not that of https. */
  cloneHosts: readonly string[];
}
