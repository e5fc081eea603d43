import { z } from "zod";
import { MnemeError } from "../../errors.js";

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

const FINISHES: Readonly<Record<string, Answer["finish"]>> = {
  stop: "stop",
  length: "length",
  content_filter: "content_filter",
};

/** Throws MnemeError("unavailable", retryable) for a page or an error that came with status 200. */
export function readCompletion(completion: unknown): Answer {
  const parsed = Completion.safeParse(completion);
  if (!parsed.success)
    throw new MnemeError(
      "unavailable",
      `the model's server answered something that is no completion: ${excerptOf(completion)}`,
      { retryable: true },
    );
  const [choice] = parsed.data.choices;
  const content = choice?.message.content ?? null;
  return {
    text: Array.isArray(content) ? content.map(({ text }) => text ?? "").join("") : content,
    refusal: choice?.message.refusal ?? null,
    finish: FINISHES[choice?.finish_reason ?? "stop"] ?? "other",
    prompt_tokens: parsed.data.usage?.prompt_tokens ?? null,
    completion_tokens: parsed.data.usage?.completion_tokens ?? null,
  };
}

function excerptOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify({ answer: value });
  return text.slice(0, 120).replaceAll(/\s+/g, " ");
}
