import { z } from "zod";
import { MnemeError } from "../../errors.js";
import { completionOf } from "./event-stream.js";

/** What one answer holds, whichever server gave it. Token counts are null where the server does not count. */
export interface Answer {
  text: string | null;
  refusal: string | null;
  finish: "stop" | "length" | "content_filter" | "other";
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

/** Lenient: compatible servers leave out half of it. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z
            .union([z.string(), z.array(z.object({ text: z.string().optional() }))])
            .nullish()
            .catch(null),
          refusal: z.string().nullish().catch(null),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string() }) }))
            .nullish()
            .catch(null),
          reasoning_content: z.string().nullish().catch(null),
          reasoning: z.string().nullish().catch(null),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: z.number().nonnegative().nullish().catch(null),
      completion_tokens: z.number().nonnegative().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

type Message = z.infer<typeof Completion>["choices"][number]["message"];

const FINISHES: Readonly<Record<string, Answer["finish"]>> = {
  stop: "stop",
  length: "length",
  content_filter: "content_filter",
};

/** Throws MnemeError("unavailable", retryable) for a page or an error that came with status 200. */
export function readCompletion(completion: unknown): Answer {
  const isStream = typeof completion === "string" && /^(?:data|event|id|:)/.test(completion);
  const parsed = Completion.safeParse(isStream ? completionOf(completion) : completion);
  if (!parsed.success)
    throw new MnemeError(
      "unavailable",
      `the model's server answered something that is no completion: ${excerptOf(completion)}`,
      { retryable: true },
    );
  const [choice] = parsed.data.choices;
  return {
    text: choice === undefined ? null : textOf(choice.message),
    refusal: choice?.message.refusal ?? null,
    finish: FINISHES[choice?.finish_reason ?? "stop"] ?? "other",
    prompt_tokens: parsed.data.usage?.prompt_tokens ?? null,
    completion_tokens: parsed.data.usage?.completion_tokens ?? null,
  };
}

/** What was said, wherever the server put it: as text, in parts, as the arguments of a call, or among its thoughts. */
function textOf(message: Message): string | null {
  const { content, tool_calls, reasoning_content, reasoning } = message;
  const text = Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : (content ?? null);
  if (text !== null && text.trim() !== "") return text;
  const thoughts = reasoning_content ?? reasoning ?? "";
  return tool_calls?.[0]?.function.arguments ?? (thoughts.includes("{") ? thoughts : text);
}

function excerptOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify({ answer: value });
  return text.slice(0, 120).replaceAll(/\s+/g, " ");
}
