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

export interface RememberedReaction extends RememberedWays {
  /** Steps (joined by line ends) that were tried in such a case, and did not help. */
  refuted: string[];
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
  reactive(failed: FailedStep, environment: Environment): Promise<RememberedReaction>;
  /** Ids of the memories that the step's command passed in such an environment. */
  held(step: SetupStep, environment: Environment): Promise<string[]>;
  learn(lesson: Lesson, environment: Environment): Promise<void>;
  /** What a set-up that reached its goal came to: the steps as they passed. */
  learnHeld(steps: readonly SetupStep[], environment: Environment): Promise<void>;
}

/** A novice's. */
export const NO_MEMORY: SetupMemory = {
  preventive: () => Promise.resolve({ ways: [], why: "no memory" }),
  reactive: () => Promise.resolve({ ways: [], why: "no memory", refuted: [] }),
  held: () => Promise.resolve([]),
  learn: () => Promise.resolve(),
  learnHeld: () => Promise.resolve(),
};
