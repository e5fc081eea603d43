import { type Automaton, buildAutomaton } from "./automaton.js";
import { type LineTest, prepareTest } from "./line-test.js";
import type { Rule } from "./rule.js";
import { COMMAND_LITERALS } from "./text/command-line.js";
import { FOREIGN_LITERALS } from "./text/localized.js";

/** Values in the automaton below zero are signals to the scanner, from zero on they are rules. */
export const SIGNAL = { fence: -1, command: -2, foreign: -3 } as const;

export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly automaton: Automaton;
  /** By rule number, made when a rule is first tried: most logs try few rules. */
  readonly tests: (LineTest | undefined)[];
}

export function testOf({ rules, tests }: RuleSet, index: number): LineTest | undefined {
  const known = tests[index];
  const rule = rules[index];
  if (known !== undefined || rule === undefined) return known;
  return (tests[index] = prepareTest(rule.pattern));
}

/** Compiles rules for scanning. Takes some ten milliseconds for a thousand rules: do it once. */
export function compileRules(rules: readonly Rule[]): RuleSet {
  const ids = new Set<string>();
  for (const { id, keys } of rules) {
    if (ids.has(id)) throw new Error(`two failure rules are called ${id}: rename one`);
    if (keys.length === 0 || keys.includes("")) throw new Error(`failure rule ${id} needs keys, none empty`);
    ids.add(id);
  }
  const automaton = buildAutomaton([
    ...rules.flatMap((rule, value) => rule.keys.map((literal) => ({ literal, value }))),
    ...["```", "~~~"].map((literal) => ({ literal, value: SIGNAL.fence })),
    ...COMMAND_LITERALS.map((literal) => ({ literal, value: SIGNAL.command })),
    ...FOREIGN_LITERALS.map((literal) => ({ literal, value: SIGNAL.foreign })),
  ]);
  return { rules, automaton, tests: rules.map(() => undefined) };
}
