import type { Environment } from "../../environment/environment.js";
import type { FailureCase } from "../../failures/failure-case.js";
import type { VerificationOutcome } from "../../sandbox/verify.js";
import type { FailedStep, Surroundings } from "../pits/pit.js";
import type { SetupStep, Way } from "../setup.js";

export interface RememberedWays {
  ways: Way[];
  /** For people: why these, or why none. */
  why: string;
}

export interface Lesson {
  failure: FailureCase;
  step: SetupStep;
  way: Way;
  outcome: VerificationOutcome | "helped";
  proof: string | null;
}

/** What the engine asks of memory. Asking never fails a set-up: without memory it goes on as a novice. */
export interface SetupMemory {
  preventive(step: SetupStep, surroundings: Surroundings, environment: Environment): Promise<RememberedWays>;
  reactive(failed: FailedStep, environment: Environment): Promise<RememberedWays>;
  learn(lesson: Lesson, environment: Environment): Promise<void>;
}

/** A novice's. */
export const NO_MEMORY: SetupMemory = {
  preventive: () => Promise.resolve({ ways: [], why: "no memory" }),
  reactive: () => Promise.resolve({ ways: [], why: "no memory" }),
  learn: () => Promise.resolve(),
};
