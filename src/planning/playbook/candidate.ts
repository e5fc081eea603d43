import type { Plan } from "../plan.js";
import type { Bet } from "./value.js";

/** One thing that could be done next, and the bet that it is. */
export interface Candidate extends Bet {
  /** "thread", "memory", or "playbook/<class>". */
  from: string;
  plan: Plan;
}
