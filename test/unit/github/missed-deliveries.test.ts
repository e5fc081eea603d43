import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { groupBy } from "../../../src/util/group-by.js";
import { KEPT_MS, MissedDeliveries, type SentDelivery } from "../../../src/github/missed-deliveries.js";

const MINUTE = 60_000;
const NOW = 10 * KEPT_MS;

function attempts(count: number, lastAt: number): SentDelivery[] {
  return Array.from({ length: count }, (_, n) => ({
    id: String(n),
    guid: "g",
    accepted: false,
    at: lastAt - (count - 1 - n) * 10,
  }));
}

test.each([
  [1, 0],
  [4, 0],
  [5, MINUTE],
  [6, 2 * MINUTE],
  [8, 8 * MINUTE],
  [40, 60 * MINUTE],
])("after %d attempts in vain the next one is due in %d ms, and never given up", (count, pause) => {
  const missed = new MissedDeliveries();
  missed.add(attempts(count, NOW));
  expect(missed.due(NOW + pause)).toEqual([{ id: String(count - 1), guid: "g" }]);
  if (pause > 0) expect(missed.due(NOW + pause - 1)).toEqual([]);
});

test("what GitHub does not keep any more is forgotten, however new its last attempt is", () => {
  const missed = new MissedDeliveries();
  missed.add([
    { id: "1", guid: "g", accepted: false, at: NOW - KEPT_MS - 1 },
    { id: "2", guid: "g", accepted: false, at: NOW - 2 * 60 * MINUTE },
  ]);
  expect(missed.due(NOW)).toEqual([]);
  expect(missed.oldest(NOW)).toBe(NOW);
});

test("each is asked for once, by its newest attempt, and exactly if none of its attempts was accepted", () => {
  const arbitrary = fc.uniqueArray(
    fc.record({
      id: fc.nat().map(String),
      guid: fc.constantFrom("a", "b", "c", "d"),
      accepted: fc.boolean(),
      at: fc.integer({ min: NOW - KEPT_MS, max: NOW - 60 * MINUTE }),
    }),
    { maxLength: 15, selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(arbitrary, fc.nat(5), (log, size) => {
      const missed = new MissedDeliveries();
      const newestFirst = [...log].sort((a, b) => b.at - a.at);
      for (let n = 0; n < log.length; n += size + 1) missed.add(newestFirst.slice(n, n + size + 1));
      const asked = missed.due(NOW);
      const expected = [...groupBy(newestFirst, ({ guid }) => guid)].flatMap(([guid, of]) =>
        of.some(({ accepted }) => accepted) ? [] : [{ guid, at: of[0]?.at }],
      );
      expect(new Set(asked.map(({ guid }) => guid))).toEqual(new Set(expected.map(({ guid }) => guid)));
      for (const { guid, at } of expected) {
        const id = asked.find((one) => one.guid === guid)?.id;
        expect(log.find((one) => one.id === id)?.at).toBe(at);
      }
    }),
  );
});
