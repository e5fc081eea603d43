import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { foldFacts } from "../../../src/memory/fold-facts.js";
import type { EpisodeFact } from "../../../src/memory/log/episode-log.js";
import {
  adoptionFacts,
  exposureFacts,
  type Outcome,
  outcomeFacts,
  reactionFact,
} from "../../../src/memory/outcomes.js";
import { makeEpisode } from "../../support/log-episodes.js";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const memory = makeEpisode();

function fold(facts: readonly EpisodeFact[]) {
  const appended = facts.map((fact, n) => ({
    id: `f${n}`,
    scope: memory.scope,
    fact,
    attribution: { by: "mneme", at: new Date(NOW).toISOString(), why: "" },
    live: true,
  }));
  return foldFacts(memory, appended, NOW, null);
}

test("being shown or cited changes no confidence, however often", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 20 }),
      fc.array(fc.string(), { maxLength: 20 }),
      (shown, cited) => {
        const facts = [
          ...shown.flatMap((run) => exposureFacts([memory], run)),
          ...cited.flatMap((run) => adoptionFacts([memory], run)),
        ];
        const folded = fold(facts);
        expect(folded.confidence).toBe(fold([]).confidence);
        expect(folded.counters).toEqual({
          exposed: new Set(shown).size,
          adopted: new Set(cited).size,
          helped: 0,
          failed: 0,
        });
      },
    ),
  );
});

const outcome: Outcome = {
  run: "r1",
  thread: "acme/widgets#9",
  held: true,
  environment: "match",
  rerun: false,
};

test("an outcome in another thread moves confidence and is counted", () => {
  const held = fold(outcomeFacts(memory, outcome));
  expect(held.confidence).toBeCloseTo(2.1 / 3, 12);
  expect(held.counters.helped).toBe(1);
  const failed = fold(outcomeFacts(memory, { ...outcome, held: false }));
  expect(failed.confidence).toBeCloseTo(1.1 / 3, 12);
  expect(failed.counters.failed).toBe(1);
});

test("a confirmation must be independent: the same thread counts only when it was run anew", () => {
  const own = { ...outcome, thread: memory.thread };
  expect(outcomeFacts(memory, own).map(({ kind }) => kind)).toEqual(["counter"]);
  expect(outcomeFacts(memory, { ...own, rerun: true }).map(({ kind }) => kind)).toEqual([
    "counter",
    "evidence",
  ]);
});

test("a failure under another environment says nothing against it", () => {
  const elsewhere = outcomeFacts(memory, { ...outcome, held: false, environment: "mismatch" });
  expect(fold(elsewhere).confidence).toBe(fold([]).confidence);
  expect(fold(elsewhere).counters.failed).toBe(1);
});

test("reactions: a maintainer's rocket is gold, a maintainer's thumb down rejects, the reporter's thumbs weigh one", () => {
  const reaction = { by: "mona", at: "2026-05-01T00:00:00.000Z", permalink: "https://x/1" };
  const gold = reactionFact(memory.id, { ...reaction, content: "rocket", role: "maintainer" });
  expect(gold).toEqual({ episode: memory.id, kind: "gold", gold: reaction });
  const weights = (["rocket", "+1", "-1"] as const).flatMap((content) =>
    (["maintainer", "reporter"] as const).map((role) => {
      const fact = reactionFact(memory.id, { ...reaction, content, role });
      return fact?.kind === "evidence" ? fact.weight : (fact?.kind ?? null);
    }),
  );
  expect(weights).toEqual(["gold", null, null, "reporter_up", "rejected", "reporter_down"]);
});
