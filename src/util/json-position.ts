export interface TextPosition {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units. */
  column: number;
}

/**
 * Where `JSON.parse` gave up on a text. The engine names an offset for most mistakes only; for the rest the
 * shortest prefix that shows the same mistake is searched, which costs some twenty parses and no own grammar.
 */
export function locateJsonError(text: string, error: unknown): TextPosition {
  const message = error instanceof Error ? error.message : "";
  const named = /at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return positionAt(text, Number(named));
  return positionAt(text, message.startsWith("Unexpected token") ? firstBadOffset(text) : text.length);
}

function firstBadOffset(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (showsUnexpectedToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return good;
}

function showsUnexpectedToken(prefix: string): boolean {
  try {
    JSON.parse(prefix);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith("Unexpected token");
  }
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
