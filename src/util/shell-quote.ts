/** One word of POSIX shell, whatever the text holds. Plain words stay as they are, for the reader's sake. */
export function shellQuote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) && !word.startsWith("-")) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
