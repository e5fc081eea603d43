import OpenAI, { APIConnectionError, APIError } from "openai";
import { MnemeError, messageOf } from "../../errors.js";
import type { Usage } from "../usage.js";
import { cappedFetch } from "./capped-fetch.js";
import { estimateTokens, priceOf } from "./cost.js";
import type { ModelSettings } from "./model-settings.js";
import { readCompletion, type Answer } from "./read-completion.js";
import {
  blamesFormat,
  nextRung,
  responseFormat,
  type FormatRung,
  type NamedSchema,
} from "./response-format.js";
import { backoffMs, retryAfterMs, wait } from "./retry.js";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

const MOST_TRIES = 3;

/**
 * One model behind an OpenAI-compatible server. Which response format it takes is found out at the first calls and
 * kept. Throws MnemeError("unavailable"): retryable for time-outs, 429 and 5xx, not for a wrong key or model.
 */
export class ModelClient {
  readonly settings: ModelSettings;
  private readonly client: OpenAI;
  private rung: FormatRung = "json_schema_strict";

  constructor(settings: ModelSettings) {
    this.settings = settings;
    // What the package would read from the environment by itself is said here instead.
    this.client = new OpenAI({
      baseURL: settings.base_url,
      apiKey: settings.api_key ?? "none",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: settings.request_timeout_ms,
      logLevel: "off",
      fetch: cappedFetch,
    });
  }

  get format(): FormatRung {
    return this.rung;
  }

  /** One answer, with what it cost. Tries again where that helps, within the deadline that the signal carries. */
  async ask(
    messages: readonly Message[],
    schema: NamedSchema,
    signal: AbortSignal,
  ): Promise<{ answer: Answer; usage: Usage }> {
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      try {
        const completion = await this.send(messages, schema, signal);
        const answer = readCompletion(completion);
        return { answer, usage: this.usageOf(answer, messages, performance.now() - began) };
      } catch (error) {
        if (signal.aborted) throw stopped(error);
        const lower = this.lowerRung(error);
        if (lower !== null) {
          this.rung = lower;
          attempt -= 1;
          continue;
        }
        await this.waitOrThrow(error, attempt, signal);
      }
    }
  }

  private async send(
    messages: readonly Message[],
    schema: NamedSchema,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { model, max_output_tokens, output_limit_name, temperature, request_timeout_ms } = this.settings;
    const format = responseFormat(this.rung, schema);
    // The package's own time limit ends with the headers; a body that stalls needs this one.
    const limit = AbortSignal.any([signal, AbortSignal.timeout(request_timeout_ms)]);
    return await this.client.chat.completions.create(
      {
        model,
        messages: [...messages],
        [output_limit_name]: max_output_tokens,
        ...(temperature === null ? {} : { temperature }),
        ...(format === undefined ? {} : { response_format: format }),
      },
      { signal: limit },
    );
  }

  private lowerRung(error: unknown): FormatRung | null {
    if (!(error instanceof APIError)) return null;
    const status = typeof error.status === "number" ? error.status : undefined;
    return blamesFormat(status, `${error.message} ${error.param ?? ""}`) ? nextRung(this.rung) : null;
  }

  private async waitOrThrow(error: unknown, attempt: number, signal: AbortSignal): Promise<void> {
    const failure = this.describe(error);
    const ms = failure.retryAfterMs ?? backoffMs(attempt);
    if (!failure.retryable || attempt >= MOST_TRIES || ms > this.settings.max_wait_ms) throw failure;
    try {
      await wait(ms, signal);
    } catch (aborted) {
      throw stopped(aborted);
    }
  }

  private describe(error: unknown): MnemeError {
    const where = `model ${this.settings.model} at ${new URL(this.settings.base_url).host}`;
    if (error instanceof APIConnectionError || !(error instanceof APIError))
      return new MnemeError("unavailable", `${where} gave no answer: ${messageOf(error)}`, {
        retryable: true,
        cause: error,
      });
    const status = Number(error.status);
    const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
    const wanted = retryAfterMs(headerOf(error.headers, "retry-after"), Date.now());
    return new MnemeError("unavailable", `${where} answered ${status}: ${messageOf(error).slice(0, 300)}`, {
      retryable,
      cause: error,
      ...(wanted === null ? {} : { retryAfterMs: wanted }),
    });
  }

  /** Where the server does not count, it is estimated: a budget that is not kept is none. */
  private usageOf(answer: Answer, messages: readonly Message[], latency: number): Usage {
    const prompt_tokens =
      answer.prompt_tokens ?? estimateTokens(messages.map(({ content }) => content).join("\n"));
    const completion_tokens = answer.completion_tokens ?? estimateTokens(answer.text ?? "");
    return {
      model: this.settings.model,
      prompt_tokens,
      completion_tokens,
      usd: priceOf(this.settings, prompt_tokens, completion_tokens),
      latency_ms: Math.round(latency),
    };
  }
}

function headerOf(headers: unknown, name: string): string | null {
  return headers instanceof Headers ? headers.get(name) : null;
}

function stopped(error: unknown): MnemeError {
  return new MnemeError("unavailable", "the model took longer than this decision may, and was stopped", {
    retryable: true,
    cause: error,
  });
}
