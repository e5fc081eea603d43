/** The known word that a mistyped one most likely stands for; null where none is near. */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const word = typed.toLowerCase().slice(0, 40);
  const nearest = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest === undefined || nearest.distance > Math.max(1, nearest.candidate.length / 2)) return null;
  return nearest.candidate;
}

/** Levenshtein's: letters to insert, remove or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
