import { z } from "zod";
import { FailureCase } from "../failures/failure-case.js";

/** What came of a plan. A failing command is an observation, never an exception. */
export const Observation = z.object({
  ok: z.boolean(),
  exit_code: z.number().int().nullable(),
  /** Redacted, ANSI-free, head and tail; at most 8,000 characters. */
  output: z.string(),
  /** One line for people: "exit 1: ModuleNotFoundError: No module named 'yaml'". */
  summary: z.string(),
  failure: FailureCase.nullable(),
  /** Of a verification: it held, it was applied and did not help, or nothing was shown either way. Absent elsewhere. */
  verdict: z.enum(["held", "refuted", "inconclusive"]).optional(),
  /** "sandbox" where it ran, "memory", "web", "none" where nothing could be run. */
  source: z.enum(["sandbox", "memory", "web", "none"]),
  duration_ms: z.number().nonnegative(),
});
export type Observation = z.infer<typeof Observation>;
