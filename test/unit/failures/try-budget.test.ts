import { describe, expect, it } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";
import { TryBudget } from "../../../src/failures/try-budget.js";

describe("TryBudget", () => {
  it("lets a rule be tried a first few times whatever others have cost", () => {
    const budget = new TryBudget();
    while (budget.pay(1, 2_000));
    for (let rule = 10; budget.pay(2, 2_000) || rule < 400; rule++)
      for (let tries = 0; tries < 60; tries++) budget.pay(rule, 1_000);
    expect(budget.pay(3, 100)).toBe(true);
    expect(budget.pay(2, 100)).toBe(false);
  });

  it("allows more when more text has come", () => {
    const budget = new TryBudget();
    const spend = (): void => {
      for (let rule = 0; rule < 200; rule++) while (budget.pay(rule, 400) && budget.pay(rule, 400));
    };
    spend();
    const refused = budget.pay(500, 50);
    budget.earn(10_000_000);
    expect([refused, budget.pay(500, 50)]).toEqual([true, true]);
  });
});

describe("the end of a log", () => {
  it("is read however much was spent before it", () => {
    const noise =
      "src/a.c:1:1: error: 'x' undeclared, cannot find 'y': No such file or directory: Permission denied";
    const text = `${`${noise}\nok: all passed\n`.repeat(30_000)}bash: frobnicate: command not found\n`;
    const { failures } = parseLog(text);
    expect(failures.map(({ parser }) => parser)).toContain("shell/command-not-found");
  });
});
