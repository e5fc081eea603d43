/** Nothing useful is longer, and nobody's answer may hold the process up. */
const MOST_CHARACTERS = 200_000;

/**
 * The first JSON object in an answer, whatever stands around it: thinking, a fence, talk before and after.
 * Null where there is none.
 */
export function extractJson(answer: string): unknown {
  const text = withoutThinking(answer.slice(0, MOST_CHARACTERS));
  let from = text.indexOf("{");
  // Each failed start is skipped whole, so the text is read a bounded number of times.
  for (let tries = 0; from !== -1 && tries < 50; tries += 1) {
    const end = endOfObject(text, from);
    if (end === null) return null;
    const value = tryParse(text.slice(from, end));
    if (value !== undefined) return value;
    from = text.indexOf("{", from + 1);
  }
  return null;
}

/** "<think>…</think>" and the like; an end without a beginning closes thinking that the server's template opened. */
function withoutThinking(text: string): string {
  const end = Math.max(
    ...["</think>", "</thinking>", "</reasoning>", "<|message|>"].map((mark) => {
      const at = text.lastIndexOf(mark);
      return at === -1 ? -1 : at + mark.length;
    }),
  );
  const rest = end === -1 ? text : text.slice(end);
  return rest.includes("{") ? rest : text;
}

/** Index behind the brace that closes the object; null where it is never closed. */
function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the caller looks for the next object.
    return undefined;
  }
}
