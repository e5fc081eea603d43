import type { EpisodeFact, AppendedFact, Attribution, FactChange } from "./log/episode-log.js";

/** A fact that should hold now. */
export interface WantedFact {
  fact: EpisodeFact;
  attribution: Attribution;
}

/**
 * The changes that make exactly the wanted facts hold: those that are missing are added, those of `owned` that are no
 * longer wanted are undone. What a person took back stays taken back. Nothing where all is as it should be.
 *
 * @param owned every fact of the kind in question that is or was there, oldest first, with the facts that undo them
 * @param undoing who takes back, when and why
 */
export function changesToward(
  wanted: readonly WantedFact[],
  owned: readonly AppendedFact[],
  undoing: Attribution,
): FactChange[] {
  const byKey = new Map(wanted.map((entry) => [keyOf(entry.fact, entry.attribution), entry]));
  const refused = refusedKeys(owned);
  const standing = new Set<string>();
  const changes: FactChange[] = [];
  for (const { id, fact, attribution, live } of owned) {
    if (!live || fact.kind === "undo") continue;
    const key = keyOf(fact, attribution);
    if (byKey.has(key) && !standing.has(key)) standing.add(key);
    else changes.push({ undo: id, attribution: undoing });
  }
  for (const [key, { fact, attribution }] of byKey)
    if (!standing.has(key) && !refused.has(key)) changes.push({ add: fact, attribution });
  return changes;
}

/** Facts that somebody else than their author took back, and that did not come back since. */
function refusedKeys(facts: readonly AppendedFact[]): Set<string> {
  const byId = new Map(facts.map((entry) => [entry.id, entry]));
  const refused = new Set<string>();
  for (const { fact, attribution, live } of facts) {
    if (fact.kind !== "undo") continue;
    const undone = byId.get(fact.undoes);
    if (undone === undefined || undone.fact.kind === "undo" || !live) continue;
    if (isOwnHand(attribution.by, undone.attribution.by)) continue;
    refused.add(keyOf(undone.fact, undone.attribution));
  }
  return refused;
}

/** Who appends what follows from a thread or a run, and not from a person's word about memory. */
export const MNEME = "mneme";

function isOwnHand(undoneBy: string, author: string): boolean {
  return undoneBy === author || undoneBy === MNEME;
}

/** What is said, of what, by whom; and when it was so, where that weighs. */
function keyOf(fact: EpisodeFact, { by, at }: Attribution): string {
  const when = fact.kind === "evidence" ? Date.parse(at) : null;
  return JSON.stringify([fact, by, when], sortedKeys);
}

/** JSON with the keys of every object in one order. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
