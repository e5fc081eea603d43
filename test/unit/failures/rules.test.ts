import { describe, expect, it } from "@jest/globals";
import { analyse } from "scslre";
import { prepareTest } from "../../../src/failures/line-test.js";
import { ALL_RULES } from "../../../src/failures/rules/all-rules.js";
import { MATCH_LIMIT } from "../../../src/failures/text/line-view.js";

/** Processor milliseconds for one rule on all attacks of the greatest length; a pattern that runs away takes seconds for one. */
const RULE_BUDGET_MS = 400;
const UNITS = ["a", "/", ".", " ", "'", ":", "a.", "a/", "1.", "\\", "(", '"', "- "];

/** As they are run: the rule's own pattern made ready, the others as written. */
function patternsOf(rule: (typeof ALL_RULES)[number]): RegExp[] {
  const near = (rule.near ?? []).map(({ pattern }) => pattern);
  return [prepareTest(rule.pattern).pattern, rule.unless, rule.root?.pattern, ...near].filter(
    (pattern) => pattern !== undefined,
  );
}

/** Lines of repeated characters, of the pattern's own words, and of both. */
function attacksOn(pattern: RegExp, keys: readonly string[]): string[] {
  const words = [...new Set([...(pattern.source.match(/[a-z][a-z .]{2,40}/gi) ?? []), ...keys])].slice(0, 8);
  return [
    ...UNITS,
    ...words,
    ...words.map((word) => word + "a".repeat(50)),
    ...words.map((word) => `${word}${"/a".repeat(30)}`),
  ]
    .map((unit) => unit.repeat(Math.ceil(MATCH_LIMIT / unit.length)).slice(0, MATCH_LIMIT))
    .concat(words.map((word) => (word + "a".repeat(MATCH_LIMIT)).slice(0, MATCH_LIMIT)));
}

interface Finding {
  type: string;
  exponential: boolean;
}

function findingsOn({ source, flags }: RegExp): Finding[] {
  return [...analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports];
}

/** As if every longer repetition had no bound. */
function withoutBounds({ source, flags }: RegExp): RegExp {
  const lifted = source.replace(/\{(\d+),(\d+)\}/g, (bounds, least: string, most: string) =>
    Number(most) < 10 ? bounds : Number(least) > 0 ? "+" : "*",
  );
  return new RegExp(lifted, flags);
}

describe("rules", () => {
  const patterns = ALL_RULES.flatMap((rule) => patternsOf(rule).map((pattern) => ({ id: rule.id, pattern })));

  it("have no pattern in which a static analysis sees more than linear work, and none that could run away without its bounds", () => {
    const superLinear = patterns.filter(({ pattern }) => findingsOn(pattern).length > 0);
    const exponential = patterns.filter(({ pattern }) =>
      findingsOn(withoutBounds(pattern)).some((finding) => finding.exponential),
    );
    expect(superLinear.map(({ id }) => id)).toEqual([]);
    expect(exponential.map(({ id }) => id)).toEqual([]);
  });

  it("are seen through by that analysis where they do run away", () => {
    expect(findingsOn(withoutBounds(/^(?:a{1,50}b?){1,50}c/)).some(({ exponential }) => exponential)).toBe(
      true,
    );
  });

  it("have patterns of which none takes long on hostile lines", () => {
    const slow = ALL_RULES.flatMap((rule) => {
      const before = process.cpuUsage().user;
      for (const pattern of patternsOf(rule))
        for (const line of attacksOn(pattern, rule.keys)) pattern.test(line);
      const spent = (process.cpuUsage().user - before) / 1000;
      return spent > RULE_BUDGET_MS ? [`${rule.id}: ${Math.round(spent)} ms`] : [];
    });
    expect(slow).toEqual([]);
  });

  it("say in a sentence what went wrong, if they tell of a failure", () => {
    const silent = ALL_RULES.filter(
      ({ evidence, cause }) => evidence !== "context" && evidence !== "success" && cause === undefined,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it("are stateless: no pattern keeps a position between lines", () => {
    const sticky = ALL_RULES.filter((rule) =>
      patternsOf(rule).some(({ global, sticky: holds }) => global || holds),
    );
    expect(sticky.map(({ id }) => id)).toEqual([]);
  });
});
