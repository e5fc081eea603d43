import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeCutOffs, type Suspicion } from "../../../src/jobs/cut-off.js";

const options = { random: () => 0.5, firstMs: undefined, most: 6 };
const fresh: Suspicion = { cut_offs: 0, blame: 0 };

/** One process after the other ends at once; `company` gives those that are at work beside the job each time. */
function endsUntilSetAside(company: (life: number) => Suspicion[]): number {
  let job: Suspicion = fresh;
  for (let life = 1; life < 1_000; life++) {
    const [verdict] = judgeCutOffs([job, ...company(life)], options);
    if (verdict === undefined || verdict.state === "failed") return life;
    job = verdict;
  }
  return Number.POSITIVE_INFINITY;
}

describe("jobs that were at work when their process ended", () => {
  test("come back at once, then after 2 s, 8 s, 32 s … 15 min", () => {
    const pauses: number[] = [];
    let job: Suspicion = fresh;
    for (let life = 0; life < 8; life++) {
      const [verdict] = judgeCutOffs([job], { ...options, most: 100 });
      if (verdict === undefined) throw new Error("no verdict");
      pauses.push(verdict.pauseMs / 1_000);
      job = verdict;
    }
    expect(pauses).toEqual([0, 2, 8, 32, 128, 512, 900, 900]);
  });

  test("those that ended together come back apart", () => {
    const values = [0.1, 0.9];
    const random = (): number => values.shift() ?? 0;
    const held = [
      { cut_offs: 1, blame: 0.5 },
      { cut_offs: 1, blame: 0.5 },
    ];
    const [one, other] = judgeCutOffs(held, { ...options, random });
    expect([one?.pauseMs, other?.pauseMs]).toEqual([1_200, 2_800]);
  });

  test("one that is alone with it six times is a suspect, and set aside when that ends a process too", () => {
    expect(endsUntilSetAside(() => [])).toBe(7);
  });

  test("one that ends processes is found out among others that come and go", () => {
    expect(endsUntilSetAside(() => Array.from({ length: 7 }, () => fresh))).toBe(11);
  });

  test("twenty ends of the machine in a row set none of eight aside", () => {
    let held: Suspicion[] = Array.from({ length: 8 }, () => fresh);
    for (let life = 0; life < 20; life++) {
      const verdicts = judgeCutOffs(held, options);
      expect(verdicts.every(({ state }) => state === "waiting")).toBe(true);
      held = verdicts;
    }
    expect(held.map(({ blame }) => blame)).toEqual(Array.from({ length: 8 }, () => 2.5));
  });

  test("each end is laid to them once in all, more to who was there before", () => {
    const suspicion = fc.record({ cut_offs: fc.nat(60), blame: fc.double({ min: 0, max: 5, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(suspicion, { minLength: 1, maxLength: 20 }), (held) => {
        const verdicts = judgeCutOffs(held, options);
        const parts = verdicts.map(({ blame }, n) => blame - (held[n]?.blame ?? 0));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 6);
        for (const [n, part] of parts.entries())
          for (const [m, other] of parts.entries())
            if ((held[n]?.cut_offs ?? 0) > (held[m]?.cut_offs ?? 0))
              expect(part).toBeGreaterThanOrEqual(other - 1e-9);
      }),
    );
  });
});
