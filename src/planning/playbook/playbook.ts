import type { ErrorType } from "../../failures/failure-case.js";
import type { AskId } from "./asks.js";
import type { State } from "./state.js";

/** Something that is known about the case, in lower-case words: "log", "program", "heap_growth" … */
export type Flag = string;

/** What came out of a command, in a sandbox step or in the thread. */
export interface Evidence {
  text: string;
  ok: boolean;
  exit_code: number | null;
  /** "step 2", "comment 123", "the report". */
  where: string;
}

/** A cause that an outcome names, with what to do about it. */
export interface Finding {
  cause: string;
  summary: string;
  commands: string[];
  /** The place is found, and what to change there is for somebody who knows the code. */
  located?: true;
}

/** How one result is read: the first outcome whose pattern and result fit is taken. */
export interface Outcome {
  output?: RegExp;
  /** True: only where the command passed; false: only where it failed; absent: either. */
  ok?: boolean;
  /** In plain words: "the memory of the process grows". */
  means: string;
  gives: readonly Flag[];
  /** Null where the output holds no cause after all. */
  finding?: (evidence: Evidence, state: State) => Finding | null;
}

/** One diagnostic step, with what must be known before it and what its results mean. */
export interface DiagnosticAction {
  /** Shown as the purpose of the command, and how a later turn knows that it was done: unique over all playbooks. */
  title: string;
  /** The question to the reporter where it cannot be run here. */
  ask: string;
  needs: readonly Flag[];
  /** p(success): that the result narrows the cause, with nothing else known. */
  prior: number;
  /** Better known: the highest that applies replaces the prior. */
  raised?: readonly { by: Flag; to: number }[];
  /** Worth of success in points; 100 is a solved issue. */
  value: number;
  seconds: number;
  /** "reporter": only the reporter's machine can tell; "either": the sandbox where it may be used. */
  where: "reporter" | "either";
  /** Null where no command can be written for this case. */
  command: (state: State) => string | null;
  /** How this command, or one like it, looks when somebody has run it already. */
  seen: RegExp;
  outcomes: readonly Outcome[];
}

/** One class of symptoms. Every file under `classes/` has this shape. */
export interface Playbook {
  name: string;
  /** For sentences: "a crash", "a missing dependency". */
  what: string;
  /** How the class is recognised, strongest evidence first. */
  error_types: readonly ErrorType[];
  words: readonly RegExp[];
  /** What must be known before anything can be concluded, most telling first; what the thread says is left out. */
  wants: readonly AskId[];
  actions: readonly DiagnosticAction[];
  /** What to say where nothing more can be found out here. */
  otherwise: string;
}
