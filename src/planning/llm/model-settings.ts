/** How to talk to one model behind an OpenAI-compatible server. */
export interface ModelSettings {
  /** Up to and with "/v1". */
  base_url: string;
  /** Null for servers that want none. */
  api_key: string | null;
  model: string;
  /** US dollars for a million tokens; 0 where it costs nothing, or nobody said. */
  usd_per_million_prompt: number;
  usd_per_million_completion: number;
  /** What the server calls the limit of the answer. Older and compatible servers know `max_tokens` only. */
  output_limit_name: "max_tokens" | "max_completion_tokens";
  /** Tokens that one answer may take; a reasoning model needs head-room here. */
  max_output_tokens: number;
  /** Null: not sent, as reasoning models want it. */
  temperature: number | null;
  /** For one request, headers and body. */
  request_timeout_ms: number;
  /** For one decision: all requests, retries and waits together. */
  decision_timeout_ms: number;
  /** Longest wait that a server may ask for by Retry-After. */
  max_wait_ms: number;
}

export const DEFAULT_MODEL_SETTINGS: Omit<ModelSettings, "base_url" | "model"> = {
  api_key: null,
  usd_per_million_prompt: 0,
  usd_per_million_completion: 0,
  output_limit_name: "max_tokens",
  max_output_tokens: 1_500,
  temperature: 0,
  request_timeout_ms: 60_000,
  decision_timeout_ms: 150_000,
  max_wait_ms: 20_000,
};
