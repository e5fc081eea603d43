import type { Usage } from "../usage.js";
import type { ModelSettings } from "./model-settings.js";

/** Dense text such as logs and code has fewer characters a token than prose: better too many than too few. */
const CHARACTERS_PER_TOKEN = 3;

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

export function priceOf(
  settings: Pick<ModelSettings, "usd_per_million_prompt" | "usd_per_million_completion">,
  promptTokens: number,
  completionTokens: number,
): number {
  return (
    (promptTokens * settings.usd_per_million_prompt +
      completionTokens * settings.usd_per_million_completion) /
    1_000_000
  );
}

export function sumUsage(usage: readonly Usage[]): { tokens: number; usd: number } {
  return usage.reduce(
    (sum, call) => ({
      tokens: sum.tokens + call.prompt_tokens + call.completion_tokens,
      usd: sum.usd + call.usd,
    }),
    { tokens: 0, usd: 0 },
  );
}
