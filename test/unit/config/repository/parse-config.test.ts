import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseRepositoryConfig, type ParsedConfig } from "../../../../src/config/repository/parse-config.js";

const parse = (text: string): ParsedConfig => parseRepositoryConfig(text, "repository");

test("a whole file is read, and is right", () => {
  const text = [
    "# what mneme may do here",
    "_extends: settings:config/mneme.yml",
    "enabled: true",
    "mode: shadow",
    "roles: { ask: write, teach: maintain, reporters: false }",
    "labels:",
    "  ask: help wanted",
    "  off: null",
    "sandbox: { everybody: true }",
    "memory: { control_fraction: 0.1 }",
    "budget:",
    "  run: { steps: 4, seconds: 30.5, tokens: 0, usd: 0.05 }",
    "  day: { usd: 2 }",
  ].join("\n");
  expect(parse(text)).toEqual({
    mistakes: [],
    config: {
      _extends: "settings:config/mneme.yml",
      enabled: true,
      mode: "shadow",
      roles: { ask: "write", teach: "maintain", reporters: false },
      labels: { ask: "help wanted", off: null },
      sandbox: { everybody: true },
      memory: { control_fraction: 0.1 },
      budget: { run: { steps: 4, seconds: 30.5, tokens: 0, usd: 0.05 }, day: { usd: 2 } },
    },
  });
});

test.each(["", "# nothing yet\n", "---\n", "\uFEFFmode: auto\n"])("%j has no mistake", (text) => {
  expect(parse(text).mistakes).toEqual([]);
});

test("each mistake has its line and remedy, costs its own key, and the rest counts", () => {
  const text = [
    "mdoe: auto",
    "mode: loud",
    "enabled: false",
    "labels:",
    "  ask: 7",
    "  of: quiet",
    "  off: hush",
    "memory:",
    "  control_fraction: 2",
    "budget: { run: { steps: 1.5, usd: 1 } }",
    "colour: red",
  ].join("\n");
  const { config, mistakes } = parse(text);
  expect(config).toEqual({
    enabled: false,
    labels: { off: "hush" },
    memory: {},
    budget: { run: { usd: 1 } },
  });
  const told = mistakes.map(({ line, key, problem, remedy }) => `${line} ${key}: ${problem}; ${remedy}`);
  expect(told.sort()).toEqual(
    [
      "1 mdoe: there is no such setting; did you mean `mode`?",
      "2 mode: the value is not what belongs here; write one of `mention`, `shadow`, `auto`, `label`",
      "5 labels.ask: the value is not what belongs here; write a short text such as `mneme`, or `null`",
      "6 labels.of: there is no such setting; did you mean `off`?",
      "9 memory.control_fraction: the value is not what belongs here; write a number from 0 to 1",
      "10 budget.run.steps: the value is not what belongs here; write a whole number of at least 0",
      "11 colour: there is no such setting; known here: _extends, enabled, mode, share, roles, labels, sandbox, memory, budget",
    ].sort(),
  );
});

test("only the organisation's file may let private repositories share", () => {
  const text = "mode: auto\nshare: organization\n";
  expect(parseRepositoryConfig(text, "organization").config).toEqual({ mode: "auto", share: "organization" });
  const { config, mistakes } = parse(text);
  expect(config).toEqual({ mode: "auto" });
  expect(mistakes).toMatchObject([
    { line: 2, key: "share", remedy: expect.stringContaining("`.github` repository") },
  ]);
});

describe("what is no configuration leaves the defaults in force and says why", () => {
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefgh".split("").map((letter, n) => {
      const before = "abcdefg"[n] ?? "";
      return `${letter}: &${letter} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
  ].join("\n");

  test.each<[string, string, number, RegExp]>([
    ["no YAML", "mode: auto\nlabels: [a, b\nmode", 3, /no YAML/],
    ["a tab", "roles:\n\task: write\n", 2, /no YAML/],
    ["a key twice", "mode: auto\nmode: label\n", 2, /no YAML/],
    ["two documents", "mode: auto\n---\nmode: label\n", 2, /no YAML/],
    ["a list", "- mode\n- auto\n", 1, /no settings/],
    ["a sentence", "please be quiet", 1, /no settings/],
    ["an enormous file", `mode: auto\n${"# filling\n".repeat(10_000)}`, 1, /more than 32 KiB/],
    ["aliases that multiply", bomb, 1, /cannot be read/],
    ["brackets in brackets", "[".repeat(30_000), 1, /nests more than 20 deep/],
    ["braces in braces", "{".repeat(30_000), 1, /nests more than 20 deep/],
    ["lists in lists", "- ".repeat(15_000), 1, /nests more than 20 deep/],
    ["an alias of nothing", "mode: *nothing\n", 1, /no YAML|cannot be read/],
    [
      "a hundred unknown keys",
      Array.from({ length: 100 }, (_, n) => `k${n}: 1`).join("\n"),
      1,
      /more than 50/,
    ],
  ])("%s", (_, text, line, problem) => {
    const { config, mistakes } = parse(text);
    expect(config).toEqual({});
    expect(mistakes).toMatchObject([{ line, problem: expect.stringMatching(problem) }]);
  });

  test("keys that mean something to JavaScript are unknown settings", () => {
    const { config, mistakes } = parse("__proto__: { enabled: false }\nconstructor: x\nmode: auto\n");
    expect(config).toEqual({ mode: "auto" });
    expect(mistakes.map(({ key }) => key)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  });
});

test("any text ends in settings and mistakes", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "mode: auto",
      "labels:",
      "  ask: x",
      "budget: {",
      "}",
      "- a",
      "? b",
      "&a",
      "*a",
      "!x",
      "|",
      '"',
    ),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { mistakes } = parse(lines.join("\n"));
      for (const { line: at, remedy } of mistakes) {
        expect(at).toBeGreaterThan(0);
        expect(at).toBeLessThanOrEqual(lines.join("\n").split("\n").length);
        expect(remedy).not.toBe("");
      }
    }),
    { numRuns: 500 },
  );
});
