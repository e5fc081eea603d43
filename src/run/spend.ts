import type { Usage } from "../planning/usage.js";
import type { RunRecord } from "../run-record.js";

/** Adds what calls to a model took to what the run has spent. */
export function spend(run: Pick<RunRecord, "spent">, usage: readonly Usage[]): void {
  for (const { prompt_tokens, completion_tokens, usd } of usage) {
    run.spent.tokens += prompt_tokens + completion_tokens;
    run.spent.usd += usd;
  }
}
