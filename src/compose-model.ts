import type { Settings } from "./config/settings.js";
import { MnemeError } from "./errors.js";
import type { ParsedLog } from "./failures/failure-case.js";
import { type ExcerptReader, parseLogWithReader } from "./failures/fallback.js";
import { parseLog, type ParseOptions } from "./failures/parse-log.js";
import { redact } from "./memory/redaction.js";
import { ModelClient } from "./planning/llm/model-client.js";
import { ModelExcerptReader } from "./planning/llm/model-excerpt-reader.js";
import { DEFAULT_MODEL_SETTINGS } from "./planning/llm/model-settings.js";

/** What one reading of an excerpt may cost. */
const EXCERPT_TOKENS = 8_000;
const EXCERPT_USD = 0.05;

/** Reads what no rule of the failures room is sure of; null where the settings name no model. */
export function composeExcerptReader(settings: Settings): ExcerptReader | null {
  const client = composeClient(settings);
  if (client === null) return null;
  const budget = { tokens_left: EXCERPT_TOKENS, usd_left: EXCERPT_USD };
  return new ModelExcerptReader({ client, redact: (text) => redact(text).text, budget });
}

/**
 * Reads the log of something that failed: by the rules, and by the configured model where no rule is sure. A model that is away leaves
 * the rules' reading: a run does not end for want of it.
 */
export function composeLogParser(
  settings: Settings,
): (text: string, options: ParseOptions) => ParsedLog | Promise<ParsedLog> {
  const reader = composeExcerptReader(settings);
  if (reader === null) return parseLog;
  return async (text, options) => {
    try {
      return await parseLogWithReader(text, reader, options);
    } catch (error) {
      if (error instanceof MnemeError && error.code === "unavailable") return parseLog(text, options);
      throw error;
    }
  };
}

export function composeClient(settings: Settings): ModelClient | null {
  if (settings.MNEME_LLM_BASE_URL === undefined) return null;
  if (settings.MNEME_LLM_MODEL === undefined) {
    throw new MnemeError(
      "bad_config",
      "environment: MNEME_LLM_BASE_URL is set without MNEME_LLM_MODEL; name the model",
    );
  }
  return new ModelClient({
    ...DEFAULT_MODEL_SETTINGS,
    base_url: settings.MNEME_LLM_BASE_URL,
    api_key: settings.MNEME_LLM_API_KEY ?? null,
    model: settings.MNEME_LLM_MODEL,
    usd_per_million_prompt: settings.MNEME_LLM_USD_PER_MILLION_PROMPT,
    usd_per_million_completion: settings.MNEME_LLM_USD_PER_MILLION_COMPLETION,
    output_limit_name: settings.MNEME_LLM_OUTPUT_LIMIT,
  });
}
