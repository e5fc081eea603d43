/** Replaces one family of private text; says each kind that it took out. Linear in the length of the text. */
export type Redactor = (text: string, found: (kind: string) => void) => string;

export function placeholder(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Text that stands for a value and holds none: `$TOKEN`, `<password>`, `***`, an earlier placeholder. */
export function isPlaceholder(value: string): boolean {
  return (
    value.startsWith("[redacted:") ||
    /^[$%<{[(]/.test(value) ||
    /^(?:[*.•…_-]+|x{3,}|X{3,})$/.test(value) ||
    /^your[-_ ]/i.test(value)
  );
}

/** Made by a generator rather than chosen as a word: letters with digits, or mixed case, or very long. */
export function looksGenerated(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  const letters = /[A-Z]/i.test(value);
  if (letters && /\d/.test(value)) return true;
  if (letters && value.length >= 16 && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value)) return true;
  return value.length >= 32;
}
