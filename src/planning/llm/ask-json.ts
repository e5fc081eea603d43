import { MnemeError, isMnemeError } from "../../errors.js";
import type { Budget } from "../planner.js";
import type { Usage } from "../usage.js";
import { estimateTokens, priceOf, sumUsage } from "./cost.js";
import { extractJson } from "./extract-json.js";
import type { Message, ModelClient } from "./model-client.js";
import type { Parsed } from "./plan-answer.js";
import { fillPrompt } from "./prompts.js";
import type { Answer } from "./read-completion.js";
import type { NamedSchema } from "./response-format.js";

/** What became of a question to the model; what it cost is told in either case. */
export type Asked<T> =
  { ok: true; value: T; usage: Usage[] } | { ok: false; error: MnemeError; usage: Usage[] };

export interface AskLimits {
  budget: Pick<Budget, "tokens_left" | "usd_left">;
  /** Carries the deadline too. */
  signal: AbortSignal;
  /** Also what the model itself said is sent back to it without secrets. */
  redact: (text: string) => string | Promise<string>;
}

/** One turn, and one more to repair it. */
const MOST_TURNS = 2;
const MOST_QUOTED = 4_000;

/**
 * Asks for one JSON value. What does not parse, does not fit the schema or does not pass `check` is given back once,
 * with what is wrong. The budget is looked at before every call.
 */
export async function askJson<T>(
  client: ModelClient,
  messages: readonly Message[],
  schema: NamedSchema,
  check: (value: unknown) => Promise<Parsed<T>>,
  limits: AskLimits,
): Promise<Asked<T>> {
  const { budget, signal, redact } = limits;
  const usage: Usage[] = [];
  const talk = [...messages];
  let problems: string[] = [];
  try {
    for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
      keepBudget(client, talk, budget, usage);
      const { answer, usage: spent } = await client.ask(talk, schema, signal);
      usage.push(spent);
      const parsed = await read(answer, check);
      if (parsed.ok) return { ok: true, value: parsed.value, usage };
      problems = parsed.problems;
      talk.push(
        {
          role: "assistant",
          content: (await redact((answer.text ?? "").slice(0, MOST_QUOTED))) || "(nothing)",
        },
        {
          role: "user",
          content: fillPrompt("repair", { problems: problems.map((text) => `- ${text}`).join("\n") }),
        },
      );
    }
  } catch (error) {
    if (!isMnemeError(error)) throw error;
    return { ok: false, error, usage };
  }
  const error = new MnemeError(
    "invalid_output",
    `model ${client.settings.model} gave no usable answer, also when told why: ${problems.join("; ").slice(0, 500)}`,
  );
  return { ok: false, error, usage };
}

async function read<T>(answer: Answer, check: (value: unknown) => Promise<Parsed<T>>): Promise<Parsed<T>> {
  // A refusal is the model's last word: asking again would be pressing it.
  if (answer.refusal !== null && answer.refusal !== "")
    throw new MnemeError("invalid_output", `the model refused: ${answer.refusal.slice(0, 200)}`);
  if (answer.finish === "content_filter")
    throw new MnemeError("invalid_output", "the model's server withheld the answer (content filter)");
  if (answer.text === null || answer.text.trim() === "") return bad("The answer was empty.");
  const value = extractJson(answer.text);
  if (value !== null) return await check(value);
  return bad(
    answer.finish === "length"
      ? "The answer was cut off because it was too long. Be much shorter."
      : "The answer holds no complete JSON object.",
  );
}

function bad(problem: string): { ok: false; problems: string[] } {
  return { ok: false, problems: [problem] };
}

function keepBudget(
  client: ModelClient,
  talk: readonly Message[],
  budget: Pick<Budget, "tokens_left" | "usd_left">,
  usage: readonly Usage[],
): void {
  const { settings } = client;
  const spent = sumUsage(usage);
  const prompt = estimateTokens(talk.map(({ content }) => content).join("\n"));
  const tokens = spent.tokens + prompt + settings.max_output_tokens;
  const usd = spent.usd + priceOf(settings, prompt, settings.max_output_tokens);
  if (tokens > budget.tokens_left || usd > budget.usd_left)
    throw new MnemeError(
      "limit_reached",
      `the next call to the model could take ${tokens} tokens ($${usd.toFixed(4)}); the run has ${budget.tokens_left} ($${budget.usd_left.toFixed(4)}) left`,
    );
}
