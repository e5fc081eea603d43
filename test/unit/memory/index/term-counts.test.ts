import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { TermVector } from "../../../../src/memory/index/analysis/term-vector.js";
import { openDatabase } from "../../../../src/memory/index/sqlite/database.js";
import { PostingChanges } from "../../../../src/memory/index/sqlite/posting-changes.js";
import type { Partition } from "../../../../src/memory/index/sqlite/partitions.js";
import { Statements } from "../../../../src/memory/index/sqlite/statements.js";
import { TermCounts } from "../../../../src/memory/index/sqlite/term-counts.js";

/** Documents of the first block, of the second, and of the fourth. */
const ORDINALS = [0, 1, 2, 8192, 8193, 30_000];
/** Some of one bucket. */
const TERMS = [11, 12, 11 + 2 ** 20, 11 + 2 ** 21, 0xffff_ffff];

function holding(words: readonly number[]): TermVector {
  const ones = Uint8Array.from(words, () => 1);
  const terms = Uint32Array.from(words).sort();
  return { terms, title: ones, text: ones, titleLength: words.length, textLength: words.length };
}

function emptyPartition(id: number): Partition {
  return { id, next_ordinal: 0, counted_blocks: 0, documents: 0, title_length: 0, text_length: 0 };
}

const writes = fc.array(
  fc.array(
    fc.record({
      partition: fc.constantFrom(1, 2),
      ordinal: fc.constantFrom(...ORDINALS),
      /** Null: the document goes. */
      words: fc.option(fc.uniqueArray(fc.constantFrom(...TERMS))),
    }),
    { maxLength: 6 },
  ),
  { maxLength: 8 },
);

test("however documents come, change and go, a term's number is that of the documents which hold it", () => {
  fc.assert(
    fc.property(writes, (batches) => {
      const database = openDatabase(":memory:", 0);
      const statements = new Statements(database);
      const counts = new TermCounts(statements);
      const partitions = [emptyPartition(1), emptyPartition(2)];
      const held = new Map<string, TermVector>();
      for (const batch of batches) {
        const changes = new PostingChanges(statements);
        const latest = new Map(batch.map((write) => [`${write.partition} ${write.ordinal}`, write]));
        for (const [key, { partition: id, ordinal, words }] of latest) {
          const partition = partitions.find((one) => one.id === id) ?? emptyPartition(id);
          const before = held.get(key);
          if (before !== undefined) changes.remove(partition, ordinal, before);
          held.delete(key);
          if (words === null) continue;
          partition.next_ordinal = Math.max(partition.next_ordinal, ordinal + 1);
          changes.add(partition, ordinal, holding(words));
          held.set(key, holding(words));
        }
        changes.flush();
      }
      for (const partition of partitions) {
        const counted = counts.of(partition, TERMS);
        for (const term of TERMS) {
          const holders = [...held].filter(
            ([key, { terms }]) => key.startsWith(`${partition.id} `) && terms.includes(term),
          );
          expect(counted.get(term)).toBe(holders.length);
        }
      }
      database.close();
    }),
  );
});
