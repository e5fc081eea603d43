import { z } from "zod";

/** What one call to a model took. */
export const Usage = z.object({
  model: z.string(),
  prompt_tokens: z.number().nonnegative(),
  completion_tokens: z.number().nonnegative(),
  usd: z.number().nonnegative(),
  latency_ms: z.number().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;
