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

/** What a run may still spend on a model, and where it is told what was spent. */
export interface Meter {
  left(): { tokens_left: number; usd_left: number };
  spend(usage: readonly Usage[]): void;
}

/** For what belongs to no run: each reading has its own limit, and nobody adds up. */
export const UNMETERED: Meter = {
  left: () => ({ tokens_left: Infinity, usd_left: Infinity }),
  spend: () => undefined,
};
