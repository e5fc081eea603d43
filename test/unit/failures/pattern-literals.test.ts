import { describe, expect, it } from "@jest/globals";
import { meetsNeeds, prepareTest } from "../../../src/failures/line-test.js";
import { readPattern } from "../../../src/failures/pattern-literals.js";

describe("readPattern", () => {
  it.each<[string, string[][]]>([
    ["fatal error: (?<header>\\S+): No such file", [["fatal error: "], [": No such file"]]],
    ["(?:npm ERR!|npm error) code (?<code>\\w+)", [["npm ERR!", "npm error"], [" code "]]],
    ["cannot find(?: package)? '(?<package>[^']+)'", [["cannot find"], [" '"]]],
    ["colou?r is \\bred\\b$", [["colo"], ["r is red"]]],
    ["a(?!b)cd+ef", [["acd"], ["ef"]]],
    ["(?:one|\\d+)two", [["two"]]],
    ["x{2}yz", [["yz"]]],
    ["[a-z]+|foo", []],
  ])("%s holds %j", (source, needs) => {
    expect(readPattern(source).needs).toEqual(needs);
  });
});

describe("prepareTest", () => {
  it("begins a word's pattern at the word, and finds the same", () => {
    const { pattern } = prepareTest(/(?<file>[^\s:]{1,300}): not found/);
    expect(pattern.source).toBe("(?<file>(?<![^\\s:])[^\\s:]{1,2000}): not found");
    expect(pattern.exec("sh: a/b: not found")?.groups?.["file"]).toBe("a/b");
    expect(pattern.exec(`${"d/".repeat(300)}x: not found`)?.groups?.["file"]).toHaveLength(601);
  });

  it("leaves a repetition alone that something must stand before", () => {
    const pattern = /"(?<file>[^"]{1,300})" is gone/;
    expect(prepareTest(pattern).pattern).toBe(pattern);
  });

  it("asks for nothing where letters match in either case", () => {
    expect(prepareTest(/not found/i).needs).toEqual([]);
  });

  it("turns a line away that lacks what every match holds", () => {
    const test = prepareTest(/(?:error|fatal): (?<file>\S+) is missing/);
    expect(meetsNeeds(test, "fatal: x is missing")).toBe(true);
    expect(meetsNeeds(test, "fatal: x is here")).toBe(false);
  });
});
