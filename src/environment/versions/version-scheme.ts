/** How one ecosystem orders its versions. Undefined where a text is no version, or no range, of the ecosystem. */
export interface VersionScheme {
  /** Negative, zero or positive, as a sort wants it. */
  compare(a: string, b: string): number | undefined;
  satisfies(version: string, range: string): boolean | undefined;
  /** The leading number: what people mean by "Node 20". */
  major(version: string): string | undefined;
}

/** Compares numbers that may be longer than a double holds. */
export function compareDigits(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  if (x.length !== y.length) return x.length < y.length ? -1 : 1;
  return x < y ? -1 : x > y ? 1 : 0;
}

export function leadingNumber(version: string): string | undefined {
  return /^\D{0,8}(\d{1,9})/.exec(version.slice(0, 40))?.[1];
}
