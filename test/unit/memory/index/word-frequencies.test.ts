import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { TermVector } from "../../../../src/memory/index/analysis/term-vector.js";
import { openDatabase } from "../../../../src/memory/index/sqlite/database.js";
import { PostingChanges } from "../../../../src/memory/index/sqlite/posting-changes.js";
import { Statements } from "../../../../src/memory/index/sqlite/statements.js";
import { FREQUENCY_SQL, WordFrequencies } from "../../../../src/memory/index/sqlite/word-frequencies.js";

/** Documents of the first block and of the second. */
const ORDINALS = [0, 1, 2, 8192, 8193];
const WORDS = [11, 12, 13, 14];

function holding(words: readonly number[]): TermVector {
  const ones = Uint8Array.from(words, () => 1);
  const terms = Uint32Array.from(words).sort();
  return { terms, title: ones, text: ones, titleLength: words.length, textLength: words.length };
}

const writes = fc.array(
  fc.array(
    fc.record({
      partition: fc.constantFrom(1, 2),
      ordinal: fc.constantFrom(...ORDINALS),
      words: fc.uniqueArray(fc.constantFrom(...WORDS)),
    }),
    { maxLength: 6 },
  ),
  { maxLength: 8 },
);

test("numbers kept from batch to batch are those that counting gives", () => {
  fc.assert(
    fc.property(writes, (batches) => {
      const database = openDatabase(":memory:", 0);
      const statements = new Statements(database);
      const frequencies = new WordFrequencies(statements);
      const held = new Map<string, TermVector>();
      for (const batch of batches) {
        frequencies.begin();
        const changes = new PostingChanges(statements);
        const latest = new Map(batch.map((write) => [`${write.partition} ${write.ordinal}`, write]));
        for (const [key, { partition, ordinal, words }] of latest) {
          const before = held.get(key);
          if (before !== undefined) changes.remove(partition, ordinal, before);
          const vector = holding(words);
          changes.add(partition, ordinal, vector);
          held.set(key, vector);
        }
        changes.flush(frequencies);
      }
      const count = statements.value<[number, number], number>(FREQUENCY_SQL);
      for (const partition of [1, 2]) {
        for (const word of WORDS) {
          const holders = [...held].filter(
            ([key, { terms }]) => key.startsWith(`${partition} `) && terms.includes(word),
          );
          expect(frequencies.of(partition, word)).toBe(holders.length);
          expect(count.get(partition, word)).toBe(holders.length);
        }
      }
      database.close();
    }),
  );
});
