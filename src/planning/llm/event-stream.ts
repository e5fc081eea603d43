import { z } from "zod";

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({ content: z.string().nullish(), refusal: z.string().nullish() })
          .nullish()
          .catch(null),
      }),
    )
    .default([]),
  usage: z.unknown().optional(),
});

/** Some servers stream though nobody asked: the pieces are put together as the answer that was asked for. */
export function completionOf(stream: string): unknown {
  const chunks = stream
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .flatMap((line) => chunkOf(line.slice("data:".length).trim()));
  const choices = chunks.flatMap((chunk) => chunk.choices.slice(0, 1));
  const finish_reason = choices.findLast((choice) => typeof choice.finish_reason === "string")?.finish_reason;
  // Without it the stream broke off, and what came is a part.
  if (finish_reason === undefined) return null;
  const content = choices.map(({ delta }) => delta?.content ?? "").join("");
  const refusal = choices.map(({ delta }) => delta?.refusal ?? "").join("");
  const usage = chunks.findLast((chunk) => chunk.usage !== undefined && chunk.usage !== null)?.usage ?? null;
  return {
    choices: [{ finish_reason, message: { content, refusal: refusal === "" ? null : refusal } }],
    usage,
  };
}

function chunkOf(text: string): z.infer<typeof Chunk>[] {
  if (text === "[DONE]") return [];
  try {
    const parsed = Chunk.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // A line that is cut or no JSON: the end of the stream tells whether it matters.
    return [];
  }
}
