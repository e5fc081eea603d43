/** Programs whose harm is done by one line: a sentence that gives such a line is judged like a command. */
const HEADS = /\b(?:curl|wget|rm|dd|mkfs[.\w]*|nc|ncat|base64|eval|scp|git push)\s[^\n]{2,300}/g;

/** What people could copy out of a text as a command: code spans, and lines that begin with a dangerous program. */
export function commandsToldIn(text: string): string[] {
  const spans = Array.from(text.matchAll(/`([^`\n]{2,500})`/g), (match) => match[1] ?? "");
  const lines = Array.from(text.replaceAll("`", " ").matchAll(HEADS), (match) => match[0]);
  return [...new Set([...spans, ...lines].map((line) => withoutTalk(line.trim())))];
}

/** "curl … | sh in your terminal": what follows a shell in a sentence is no argument of it. */
function withoutTalk(line: string): string {
  const shell = /\|\s{0,3}(?:sudo\s)?(?:ba|z|da|k)?sh\b/.exec(line);
  return shell === null ? line : line.slice(0, shell.index + shell[0].length);
}

/** A text that says that something was proved. */
export function claimsProof(text: string): boolean {
  return (
    text.includes("✅") ||
    /\b(?:verified|proved|proven)\b[^.\n]{1,60}\b(?:containers?|sandbox|by mneme)\b/i.test(
      text.replaceAll(/\b(?:not|never)(?: been)? (?:verified|proved|proven)\b/gi, ""),
    )
  );
}
