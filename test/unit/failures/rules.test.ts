import { describe, expect, it } from "@jest/globals";
import { ALL_RULES } from "../../../src/failures/rules/all-rules.js";
import { MATCH_LIMIT } from "../../../src/failures/text/line-view.js";

/** Processor milliseconds for one pattern on one line of the greatest length; a pattern that runs away takes seconds. */
const LINE_BUDGET_MS = 250;
const UNITS = ["a", "/", ".", " ", "'", ":", "a.", "a/", "1.", "\\", "(", '"', "- "];

function patternsOf(rule: (typeof ALL_RULES)[number]): RegExp[] {
  const near = (rule.near ?? []).map(({ pattern }) => pattern);
  return [rule.pattern, rule.unless, rule.root?.pattern, ...near].filter((pattern) => pattern !== undefined);
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

describe("rules", () => {
  it("have patterns of which none runs away on a hostile line", () => {
    const slow = ALL_RULES.flatMap((rule) =>
      patternsOf(rule).flatMap((pattern) =>
        attacksOn(pattern, rule.keys).flatMap((line) => {
          const before = process.cpuUsage().user;
          pattern.test(line);
          const spent = (process.cpuUsage().user - before) / 1000;
          return spent > LINE_BUDGET_MS
            ? [`${rule.id}: ${Math.round(spent)} ms on ${line.slice(0, 40)}`]
            : [];
        }),
      ),
    );
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
