/** The nearest of the versions: the longest common start, then the highest. */
export function closestVersion(wanted: string, available: readonly string[]): string | null {
  const parts = wanted.split(".");
  const common = (version: string) => {
    const other = version.split(".");
    const at = parts.findIndex((part, index) => other[index] !== part);
    return at === -1 ? parts.length : at;
  };
  const stable = available.filter((version) => /^[\d.]+$/.test(version));
  const candidates = stable.length > 0 ? stable : available;
  return Array.from(candidates).sort((a, b) => common(b) - common(a) || compareNumbers(b, a))[0] ?? null;
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.split("."), b.split(".")];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = Number.parseInt(left[index] ?? "0", 10) - Number.parseInt(right[index] ?? "0", 10);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
