import type { ReadLine } from "./text-lines.js";

/** The sentences of what a person wrote in prose, with the line's label. Logs and code are no sentences. */
export function sentencesOf(lines: readonly ReadLine[]): string[] {
  const sentences: string[] = [];
  let open = "";
  let block = -2;
  const close = (): void => {
    if (open.trim() !== "") sentences.push(open.trim());
    open = "";
  };
  for (const line of lines) {
    if (line.kind === "code" || line.kind === "table" || line.kind === "title") continue;
    if (line.block !== block || line.kind === "heading" || /^\s*(?:[-*•]|\d{1,3}[.)])\s/.test(line.raw))
      close();
    block = line.block;
    for (const part of splitSentences(line.text)) {
      open += open === "" ? part : ` ${part}`;
      if (/[.!?…]["')\]]{0,2}$/.test(part)) close();
    }
  }
  close();
  return sentences.map((sentence) => sentence.slice(0, 600));
}

function splitSentences(text: string): string[] {
  return text
    .slice(0, 4_000)
    .split(/(?<=[.!?…]["')\]]?)\s(?=["'(]?[A-Z`/@]|\w+[^.]{0,200}$)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
