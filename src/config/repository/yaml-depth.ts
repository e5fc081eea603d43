import { type CST, Parser } from "yaml";

/**
 * Whether YAML nests deeper than `limit`. Found on the parser's tokens, which are made without recursion: what goes on
 * from them calls itself once a level, and a few thousand brackets would end the process and not only the parse.
 */
export function nestsDeeperThan(limit: number, text: string): boolean {
  const open: { token: CST.Token; depth: number }[] = [];
  for (const token of new Parser().parse(text)) open.push({ token, depth: 0 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > limit) return true;
    if (token.type === "document" && token.value !== undefined) open.push({ token: token.value, depth });
    if (!("items" in token)) continue;
    for (const { key, value } of token.items)
      for (const child of [key, value])
        if (child !== undefined && child !== null) open.push({ token: child, depth: depth + 1 });
  }
  return false;
}
