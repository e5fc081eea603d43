import type { FailureCase } from "../failures/failure-case.js";
import type { Strategy } from "../planning/strategy.js";
import type { VerificationOutcome } from "../sandbox/verify.js";

export type Goal = "install" | "build" | "test";
export const GOALS: readonly Goal[] = ["install", "build", "test"];

/** One command on the way to the goal. */
export interface SetupStep {
  /** What it is for, stable under changes of the command: "pip/install". */
  id: string;
  ecosystem: string;
  goal: Goal;
  command: string;
  /** Relative to the repository. */
  cwd: string;
}

/** A way round a failure, or ahead of one, with where it comes from. */
export interface Way {
  /** The pit that it gets out of ("npm/lock-out-of-step"), or "memory" where memory alone knows it. */
  pit: string;
  /** Values of the fix template's slots: {package: "idna", version: "3.10"}. */
  slots: Readonly<Record<string, string>>;
  /** The steps with slots: what is remembered. */
  template: readonly string[];
  strategy: Strategy;
  source: "memory" | "playbook" | "instructions" | "model";
}

export interface RanCommand {
  /** One line: a step together with the precautions that it was run with, "cp .env.example .env && npm run test". */
  command: string;
  /** The single commands of the line, in order. */
  parts: readonly string[];
  /** Why it was run: a planned step, a way round a failure, or a precaution from memory. */
  role: "step" | "fix" | "precaution";
  step: string;
  ok: boolean;
  exit_code: number;
  duration_ms: number;
  /** First 300 characters of what failed, null where it passed. */
  failure: string | null;
  cites: string[];
}

export interface SetupFailure {
  failure: FailureCase;
  step: SetupStep;
  /** What was tried against it, in order. */
  tried: { way: Way; helped: boolean; verification: VerificationOutcome | null; proof: string | null }[];
}

/** What a set-up came to: printed, kept, and read by the evaluation. */
export interface SetupReport {
  ok: boolean;
  goal: Goal;
  source: string;
  ecosystems: string[];
  /** No command of the run failed. */
  first_attempt: boolean;
  /** One sentence for people. */
  summary: string;
  commands: RanCommand[];
  failures: SetupFailure[];
  /** Commands of a won run that came from memory. */
  reused: number;
  recalled: number;
  /** Questions put to registries and to the system; they change nothing and are no commands of the run. */
  lookups: number;
  /** What was noticed and not done: refused instructions, hosts that were refused, parts left out. */
  notices: string[];
  dockerfile: string;
  script: string;
  duration_ms: number;
  ended: "goal" | "no_way_left" | "budget" | "nothing_to_do" | "stopped";
}

export interface SetupBudget {
  /** Single commands that are run at most, precautions and fixes included; verification is not counted. */
  commands: number;
  wall_ms: number;
  /** For one command. */
  command_ms: number;
}

export const DEFAULT_BUDGET: SetupBudget = { commands: 30, wall_ms: 1_800_000, command_ms: 600_000 };

export type SetupEvent =
  | { kind: "detected"; ecosystems: string[]; steps: SetupStep[] }
  | { kind: "recalled"; moment: "preventive" | "reactive"; count: number; why: string }
  | { kind: "running"; command: string; role: RanCommand["role"] }
  | { kind: "ran"; command: RanCommand }
  | { kind: "chose"; way: Way; of: number }
  | { kind: "verified"; outcome: VerificationOutcome; summary: string };
