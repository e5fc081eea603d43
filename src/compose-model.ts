import type { Settings } from "./config/settings.js";
import { MnemeError } from "./errors.js";
import type { ParsedLog } from "./failures/failure-case.js";
import { type ExcerptReader, parseLogWithReader } from "./failures/fallback.js";
import { parseLog, type ParseOptions } from "./failures/parse-log.js";
import { redact } from "./memory/redaction.js";
import { ModelClient } from "./planning/llm/model-client.js";
import { ModelExcerptReader } from "./planning/llm/model-excerpt-reader.js";
import { DEFAULT_MODEL_SETTINGS } from "./planning/llm/model-settings.js";
import { type Meter, UNMETERED } from "./planning/usage.js";

/** What one reading of an excerpt may cost at most. */
const EXCERPT_TOKENS = 8_000;
const EXCERPT_USD = 0.05;

/** Reads what no rule of the failures room is sure of; null where the settings name no model. */
export function composeExcerptReader(settings: Settings): ExcerptReader | null {
  const client = composeClient(settings);
  return client === null ? null : excerptReader(client, UNMETERED);
}

function excerptReader(client: ModelClient, meter: Meter): ExcerptReader {
  const left = (): ReturnType<Meter["left"]> => {
    const { tokens_left, usd_left } = meter.left();
    return {
      tokens_left: Math.min(EXCERPT_TOKENS, tokens_left),
      usd_left: Math.min(EXCERPT_USD, usd_left),
    };
  };
  const capped = { left, spend: meter.spend.bind(meter) };
  return new ModelExcerptReader({ client, redact: (text) => redact(text).text, meter: capped });
}

/** Reads a log for whoever has the meter; without one the reading belongs to no run. */
export type LogParser = (
  text: string,
  options: ParseOptions,
  meter?: Meter,
) => ParsedLog | Promise<ParsedLog>;

/**
 * Reads the log of something that failed: by the rules, and by the configured model where no rule is sure. A model that is away leaves
 * the rules' reading: a run does not end for want of it.
 */
export function composeLogParser(settings: Settings): LogParser {
  const client = composeClient(settings);
  if (client === null) return parseLog;
  return async (text, options, meter = UNMETERED) => {
    try {
      return await parseLogWithReader(text, excerptReader(client, meter), options);
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
