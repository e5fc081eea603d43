import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { CONFIDENCE, confidenceOf, type Evidence, priorOf } from "../../../src/memory/confidence.js";
import { EpisodeSource } from "../../../src/memory/episode.js";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const source = fc.constantFrom(...EpisodeSource.options);
const at = fc.integer({ min: NOW - 10 * CONFIDENCE.halfLifeMs, max: NOW });
const weights = Object.keys(CONFIDENCE.weight) as Evidence["weight"][];
const evidence = fc.array(fc.record({ weight: fc.constantFrom(...weights), at }), { maxLength: 40 });
const gold = fc.boolean();
const speaksFor = (weight: Evidence["weight"]) => CONFIDENCE.weight[weight].alpha > 0;

test("without evidence it is the prior mean of the source", () => {
  for (const [name, mean] of Object.entries(CONFIDENCE.priorMean))
    expect(confidenceOf(name as EpisodeSource, [], false, NOW)).toBeCloseTo(mean, 12);
});

test.each<[Evidence["weight"], number]>([
  ["confirmed", (1.1 + 1) / 3],
  ["reporter_up", (1.1 + 1) / 3],
  ["contradicted", 1.1 / 3],
  ["reporter_down", 1.1 / 3],
  ["rejected", 1.1 / 6],
])("one fresh %s moves a reporter's word to %d", (weight, expected) => {
  expect(confidenceOf("reporter", [{ weight, at: NOW }], false, NOW)).toBeCloseTo(expected, 12);
});

test("gold adds four and does not fade", () => {
  const expected = (1.1 + 4) / 6;
  expect(confidenceOf("reporter", [], true, NOW)).toBeCloseTo(expected, 12);
  expect(confidenceOf("reporter", [], true, NOW + 100 * CONFIDENCE.halfLifeMs)).toBeCloseTo(expected, 12);
});

test("half of what was added is left after 180 days", () => {
  const days = 180 * 86_400_000;
  const old = [{ weight: "confirmed" as const, at: NOW - days }];
  expect(confidenceOf("reporter", old, false, NOW)).toBeCloseTo((1.1 + 0.5) / 2.5, 12);
});

test("always in (0, 1)", () => {
  fc.assert(
    fc.property(source, evidence, gold, fc.integer({ min: 0, max: 2 * NOW }), (from, seen, isGold, now) => {
      const confidence = confidenceOf(from, seen, isGold, now);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThan(1);
    }),
  );
});

test("monotone: what speaks for it never lowers it, what speaks against it never raises it", () => {
  fc.assert(
    fc.property(
      source,
      evidence,
      gold,
      fc.constantFrom(...weights),
      at,
      (from, seen, isGold, weight, when) => {
        const before = confidenceOf(from, seen, isGold, NOW);
        const after = confidenceOf(from, [...seen, { weight, at: when }], isGold, NOW);
        if (speaksFor(weight)) expect(after).toBeGreaterThanOrEqual(before - 1e-12);
        else expect(after).toBeLessThanOrEqual(before + 1e-12);
        expect(confidenceOf(from, seen, true, NOW)).toBeGreaterThanOrEqual(
          confidenceOf(from, seen, false, NOW),
        );
      },
    ),
  );
});

test("fades towards its prior: each half-life is nearer, and in the end it is there", () => {
  fc.assert(
    fc.property(
      source,
      fc.constantFrom(...weights),
      fc.integer({ min: 1, max: 30 }),
      (from, weight, times) => {
        const seen = Array.from({ length: times }, () => ({ weight, at: NOW }));
        const { alpha, beta } = priorOf(from);
        const prior = alpha / (alpha + beta);
        const distances = [0, 1, 2, 4, 8, 60].map((halfLives) =>
          Math.abs(confidenceOf(from, seen, false, NOW + halfLives * CONFIDENCE.halfLifeMs) - prior),
        );
        for (const [index, distance] of distances.entries())
          expect(distance).toBeLessThanOrEqual((distances[index - 1] ?? 1) + 1e-12);
        expect(distances.at(-1)).toBeLessThan(1e-9);
      },
    ),
  );
});

test("the order of evidence does not matter", () => {
  fc.assert(
    fc.property(source, evidence, gold, (from, seen, isGold) => {
      expect(confidenceOf(from, seen.toReversed(), isGold, NOW)).toBeCloseTo(
        confidenceOf(from, seen, isGold, NOW),
        12,
      );
    }),
  );
});
