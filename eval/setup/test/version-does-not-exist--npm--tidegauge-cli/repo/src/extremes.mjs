/** The highest and lowest level of a two-column export, in metres. */
export function findExtremes(csv) {
  const levels = csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split(",")[1]));
  return { high: Math.max(...levels), low: Math.min(...levels) };
}
