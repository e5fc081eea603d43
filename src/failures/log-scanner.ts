import { type Walk, walkLine } from "./automaton.js";
import type { Candidate, Offer, Segment } from "./candidate.js";
import { meetsNeeds } from "./line-test.js";
import { matchRule } from "./match-rule.js";
import { type RuleSet, SIGNAL, testOf } from "./rule-set.js";
import { TryBudget } from "./try-budget.js";
import { readCommand } from "./text/command-line.js";
import { LineSplitter } from "./text/line-splitter.js";
import { toEnglish } from "./text/localized.js";
import { stripAnsi } from "./text/ansi.js";
import { LOOK_AHEAD, LOOK_BEHIND, LineWindow } from "./text/line-window.js";
import { MATCH_LIMIT } from "./text/line-view.js";

/** Of one rule, so many matches are kept; the last place is for the latest. */
const KEPT_PER_RULE = 12;
const MAX_SEGMENTS = 2_000;

interface PendingLine {
  readonly no: number;
  readonly rules: readonly number[];
  readonly segment: Segment;
  readonly command: string | null;
}

/** Reads a log line by line and collects the places where rules match. Memory is bounded whatever the length. */
export class LogScanner {
  private readonly window = new LineWindow();
  private readonly splitter: LineSplitter;
  private readonly pending: PendingLine[] = [];
  private readonly byRule = new Map<number, Candidate[]>();
  private readonly budget = new TryBudget();
  /** Of the last lines, what the budget did not allow: how a log ends is always read. */
  private readonly skipped: PendingLine[] = [];
  private readonly rewalk: Walk = { end: 0, escaped: false, states: [] };
  private going: readonly Offer[] = [];
  private fenced = false;
  private fences = 0;
  private segment: Segment;
  private command: string | null;
  /** Looked for in the log until it is seen: whether people would recognise it there. */
  private readonly given: string | null;
  private seen = false;

  private readonly ruleSet: RuleSet;

  constructor(ruleSet: RuleSet, command: string | null, shouldStop: () => boolean) {
    this.ruleSet = ruleSet;
    this.command = command;
    this.given = command;
    this.segment = { index: 0, command, firstLine: 1 };
    this.splitter = new LineSplitter(ruleSet.automaton, (raw, walk) => this.readLine(raw, walk), shouldStop);
  }

  /** The given command stands in the log. */
  get commandSeen(): boolean {
    return this.seen;
  }

  get linesRead(): number {
    return this.window.newest;
  }

  /** True if the text has markdown fences: then what stands outside them is talk. */
  get hasFences(): boolean {
    return this.fences > 1;
  }

  push(chunk: string, last = false): boolean {
    return this.splitter.push(chunk, last);
  }

  finish(): Candidate[] {
    this.splitter.finish();
    const last = [...this.skipped, ...this.pending].sort((a, b) => a.no - b.no);
    for (const line of last) if (line.no > this.window.newest - LOOK_BEHIND) this.matchLine(line, true);
    this.pending.length = 0;
    this.skipped.length = 0;
    return [...this.byRule.values()].flat().sort((a, b) => a.matched.no - b.matched.no);
  }

  private readLine(raw: string, walk: Walk): void {
    const no = this.window.push(raw, this.fenced);
    this.budget.earn(raw.length);
    if (!this.seen && this.given !== null) this.seen = raw.includes(this.given);
    const states = walk.escaped ? this.walkAgain(stripAnsi(raw)) : walk.states;
    if (states.length > 0) this.noteHits(no, raw, states);
    const due = this.pending[0];
    if (due !== undefined && due.no + LOOK_AHEAD <= no) {
      this.pending.shift();
      this.matchLine(due);
    }
  }

  private walkAgain(text: string): readonly number[] {
    walkLine(this.ruleSet.automaton, text, 0, Math.min(text.length, MATCH_LIMIT), this.rewalk);
    return this.rewalk.states;
  }

  private noteHits(no: number, raw: string, states: readonly number[]): void {
    const rules: number[] = [];
    let command = false;
    let foreign = false;
    for (const state of states)
      for (const value of this.ruleSet.automaton.values[state] ?? []) {
        if (value >= 0) addOnce(rules, value);
        else if (value === SIGNAL.command) command = true;
        else if (value === SIGNAL.foreign) foreign = true;
        else if (/^\s*(?:>\s*)?(?:```|~~~)/.test(raw)) this.toggleFence();
      }
    if (foreign) {
      this.window.markForeign();
      for (const state of this.walkAgain(toEnglish(stripAnsi(raw)).slice(0, MATCH_LIMIT)))
        for (const value of this.ruleSet.automaton.values[state] ?? []) if (value >= 0) addOnce(rules, value);
    }
    if (command) this.noteCommand(no);
    if (rules.length > 0) this.pending.push({ no, rules, segment: this.segment, command: this.command });
  }

  private toggleFence(): void {
    this.fenced = !this.fenced;
    this.fences++;
  }

  private noteCommand(no: number): void {
    const shown = readCommand(this.window.view(no)?.content ?? "");
    if (shown === null) return;
    this.command = shown.command;
    if (shown.starts && this.segment.index < MAX_SEGMENTS)
      this.segment = { index: this.segment.index + 1, command: shown.command, firstLine: no };
  }

  private matchLine(line: PendingLine, atEnd = false): void {
    const { no, segment, command } = line;
    const rules = this.possible(line);
    if (rules.length === 0) return;
    const view = this.window.view(no);
    if (view === null) return;
    const skipped: number[] = [];
    for (const index of rules) {
      const rule = this.ruleSet.rules[index];
      const test = testOf(this.ruleSet, index);
      if (rule === undefined || test === undefined || !meetsNeeds(test, view.content)) continue;
      if (!this.budget.pay(index, view.content.length) && !atEnd) {
        skipped.push(index);
        continue;
      }
      const around = { window: this.window, segment, command, going: this.going };
      const candidate = matchRule(rule, test, view, around);
      if (candidate !== null) this.keep(index, candidate);
    }
    if (skipped.length > 0) this.noteSkipped({ ...line, rules: skipped });
  }

  /** The rules whose needs stand in the line at all: most lines with a key are done with here, before they are taken apart. */
  private possible({ no, rules }: PendingLine): readonly number[] {
    const raw = this.window.plain(no);
    if (raw === null) return rules;
    return rules.filter((index) => {
      const test = testOf(this.ruleSet, index);
      return test !== undefined && meetsNeeds(test, raw);
    });
  }

  private noteSkipped(line: PendingLine): void {
    this.skipped.push(line);
    while ((this.skipped[0]?.no ?? line.no) <= line.no - LOOK_BEHIND) this.skipped.shift();
  }

  private keep(index: number, candidate: Candidate): void {
    // what a tool was doing is over once it says that it is done
    if (candidate.evidence === "success")
      this.going = this.going.filter(({ ecosystem }) => ecosystem !== candidate.ecosystem);
    if (candidate.evidence === "context") {
      const { rule, ecosystem, matched } = candidate;
      const kinds = rule.offers;
      const entities = candidate.entities.filter(({ kind }) => kinds?.includes(kind) ?? true);
      const offer: Offer = { ruleId: rule.id, ecosystem, line: matched.no, entities };
      this.going = [...this.going.filter(({ ruleId }) => ruleId !== rule.id), offer];
      return;
    }
    const kept = this.byRule.get(index);
    if (kept === undefined) this.byRule.set(index, [candidate]);
    else if (kept.length < KEPT_PER_RULE) kept.push(candidate);
    else kept[KEPT_PER_RULE - 1] = candidate;
  }
}

function addOnce(list: number[], value: number): void {
  if (!list.includes(value)) list.push(value);
}
