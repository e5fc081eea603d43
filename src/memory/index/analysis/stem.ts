/** Light suffix stripping for English prose: plurals, -ing, -ed. Words with digits or other scripts stay as they are. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return stripVerbEnding(stripPlural(word));
}

function stripPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function stripVerbEnding(word: string): string {
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    if (base.length < 3 || !/[aeiouy]/.test(base)) return word;
    return dropEnd(base);
  }
  return dropEnd(word);
}

/** "stopp" and "stop", "compile" and "compil" meet in one form. */
function dropEnd(base: string): string {
  const last = base.at(-1);
  if (base.length > 3 && last === base.at(-2) && !/[lsz]/.test(last ?? "")) return base.slice(0, -1);
  if (base.length > 3 && last === "e") return base.slice(0, -1);
  return base;
}
