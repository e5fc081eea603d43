/**
 * Finds which of many literals stand in a line, in one pass and in time that depends on the length of the line alone
 * (Aho-Corasick). Letters are compared without case, blanks are equal; characters beyond ASCII are folded into few classes, so a
 * hit there may be false: the automaton is a filter before the rules' patterns.
 */
const CLASSES = 128;
const SHIFT = 7;
const FOLDED = 96;
const FOLD_MASK = 31;
const HIT = 0x8000;
const STATE_MASK = 0x7fff;
/** Of a literal, so many letters are looked for: a table that fits the processor's cache is worth a few more false hits. */
const LONGEST = 20;

export interface Automaton {
  /** Class of each ASCII code. */
  readonly classes: Uint8Array;
  /** `state << 7 | class` → next state, with the HIT bit where literals end. */
  readonly table: Uint16Array;
  /** For each state, the values of the literals that end there (suffixes included). */
  readonly values: readonly (readonly number[])[];
}

function asciiClasses(): Uint8Array {
  const classes = new Uint8Array(CLASSES);
  for (let code = 33; code < 127; code++) {
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    classes[code] = lower - 32;
  }
  classes[32] = 95;
  classes[9] = 95;
  return classes;
}

/** Literal number i yields the value `entries[i].value` where it stands. */
export function buildAutomaton(entries: readonly { literal: string; value: number }[]): Automaton {
  const classes = asciiClasses();
  const children: Map<number, number>[] = [new Map<number, number>()];
  const own: number[][] = [[]];
  for (const { literal, value } of entries) {
    let state = 0;
    for (const letter of literal.slice(0, LONGEST).split("")) {
      const code = letter.charCodeAt(0);
      const cls = code < CLASSES ? (classes[code] ?? 0) : FOLDED + (code & FOLD_MASK);
      let next = children[state]?.get(cls);
      if (next === undefined) {
        next = children.push(new Map<number, number>()) - 1;
        own.push([]);
        children[state]?.set(cls, next);
      }
      state = next;
    }
    own[state]?.push(value);
  }
  return { classes, ...linkFailures(children, own) };
}

function linkFailures(
  children: readonly ReadonlyMap<number, number>[],
  own: readonly number[][],
): Pick<Automaton, "table" | "values"> {
  if (children.length > STATE_MASK)
    throw new Error(`${children.length} states: give rules fewer or shorter keys`);
  const table = new Uint16Array(children.length * CLASSES);
  const fail = new Int32Array(children.length);
  const values: number[][] = own.map((list) => [...list]);
  const queue: number[] = [0];
  for (const state of queue) {
    const fallback = fail[state] ?? 0;
    if (state !== 0) {
      table.copyWithin(state * CLASSES, fallback * CLASSES, (fallback + 1) * CLASSES);
      values[state]?.push(...(values[fallback] ?? []));
    }
    for (const [cls, next] of children[state] ?? []) {
      // Before it is overwritten, the row holds where the fallback would go from here.
      fail[next] = state === 0 ? 0 : (table[state * CLASSES + cls] ?? 0);
      table[state * CLASSES + cls] = next;
      queue.push(next);
    }
  }
  const hits = Uint16Array.from(values, ({ length }) => (length > 0 ? HIT : 0));
  for (let at = 0; at < table.length; at++) table[at] = (table[at] ?? 0) | (hits[table[at] ?? 0] ?? 0);
  return { table, values };
}

/** What one walk found; the object is reused, so read it before the next walk. */
export interface Walk {
  /** Index of the line's end, or the limit. */
  end: number;
  /** The line holds escape or backspace characters, which can hide literals. */
  escaped: boolean;
  /** States in which literals ended, in order. */
  readonly states: number[];
}

/** Walks `text` from `from` to the end of the line, or to `limit`. */
export function walkLine(automaton: Automaton, text: string, from: number, limit: number, walk: Walk): void {
  const { classes, table } = automaton;
  let state = 0;
  let at = from;
  walk.escaped = false;
  walk.states.length = 0;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) break;
    if (code === 27 || code === 8) walk.escaped = true;
    const cls = code < CLASSES ? (classes[code] ?? 0) : FOLDED + (code & FOLD_MASK);
    const next = table[(state << SHIFT) | cls] ?? 0;
    state = next & STATE_MASK;
    if ((next & HIT) !== 0) walk.states.push(state);
  }
  walk.end = at;
}
