import type { IndexEntry, RecallIndex } from "../../src/memory/index/recall-index.js";
import { mayRead, type ReadScope, type Scope } from "../../src/memory/scope.js";
import { DIMENSIONS, entry, idOf, query } from "./recall-index.js";

const WORDS = "valve pump gasket spring sensor motor cable fuse relay switch".split(" ");

/** Repeatable numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000;
}

/**
 * Fills an index from many scopes, changes it as it goes, and searches as all kinds of readers. `leaks`: what was
 * found and may not be read; `missed`: readers for whom the count of readable
 * entries was wrong.
 */
export async function fuzzIsolation(index: RecallIndex, searches: number) {
  const random = randomFrom(20_240_601);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const scopeOf = (): Scope => ({
    installation: pick(["1", "2", "11"]),
    repository: pick(["1", "2", "3", "12"]),
    visibility: pick(["public", "private"]),
  });
  const vectorOf = () => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const held = new Map<string, IndexEntry>();
  async function write(number: number): Promise<void> {
    const made = entry(number, {
      scope: scopeOf(),
      title: `${pick(WORDS)} ${pick(WORDS)}`,
      text: `${pick(WORDS)} ${pick(WORDS)} ${pick(WORDS)}`,
      fingerprints: [pick(WORDS)],
      entities: [`package:${pick(WORDS)}`],
      vector: random() < 0.5 ? vectorOf() : null,
    });
    held.set(made.id, made);
    await index.upsert([made]);
  }
  for (let number = 0; number < 150; number += 1) await write(number);

  const result = { searches: 0, leaks: [] as string[], missed: [] as string[] };
  for (; result.searches < searches; result.searches += 1) {
    if (random() < 0.05) await write(Math.floor(random() * 150));
    if (random() < 0.02) {
      const id = idOf(Math.floor(random() * 150));
      held.delete(id);
      await index.remove([id]);
    }
    const reader: ReadScope = { scope: scopeOf(), share: pick(["repository", "organization"]) };
    const fingerprint = pick(WORDS);
    const hits = await index.search(
      query({
        reader,
        title: pick(WORDS),
        text: `${pick(WORDS)} ${pick(WORDS)}`,
        fingerprints: [fingerprint],
        entities: random() < 0.3 ? [`package:${pick(WORDS)}`] : [],
        vector: random() < 0.3 ? vectorOf() : null,
        filter: random() < 0.3 ? { created_before: Date.UTC(2024, 0, 1) + Math.floor(random() * 150) } : {},
        limit: pick([1, 5, 200]),
      }),
    );
    for (const { id } of hits) {
      const found = held.get(id);
      if (found === undefined || !mayRead(reader, found.scope))
        result.leaks.push(`${id} to ${JSON.stringify(reader)}`);
    }
    const all = await index.count(reader, {});
    const readable = [...held.values()].filter(({ scope }) => mayRead(reader, scope)).length;
    if (all !== readable) result.missed.push(`${all} of ${readable} for ${JSON.stringify(reader)}`);
  }
  return result;
}
