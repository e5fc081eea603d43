import { z } from "zod";
import { Condition } from "../memory/experience.js";

/** A candidate way round a failure. */
export const Strategy = z.object({
  kind: z.enum(["modify_command", "insert_step", "replace_approach", "ask_human"]),
  steps: z.array(z.string()),
  rationale: z.string(),
  cites: z.array(z.string()),
  success_probability: z.number().min(0).max(1),
  cost_seconds: z.number().nonnegative(),
  /** 0 none … 1 may lose data. */
  risk: z.number().min(0).max(1),
  applicability: z.array(Condition),
});
export type Strategy = z.infer<typeof Strategy>;
