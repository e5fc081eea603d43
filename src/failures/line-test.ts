import { type ClassHead, type Needs, readPattern } from "./pattern-literals.js";
import { MATCH_LIMIT } from "./text/line-view.js";

/** A rule's pattern, made ready for many lines. */
export interface LineTest {
  readonly pattern: RegExp;
  readonly needs: Needs;
}

/** More sets cost more than the patterns that they spare. */
const MOST_SETS = 4;
const MOST_MEMBERS = 24;

/**
 * A pattern that begins with "[^\s:]{1,300}" would be tried from every letter of a word, in time that grows with the square of its
 * length; made to begin where the word begins, it finds the same and takes one look at each word.
 */
export function prepareTest(pattern: RegExp): LineTest {
  const { needs, heads } = readPattern(pattern.source);
  const source = heads.toReversed().reduce(beginAtWord, pattern.source);
  return {
    pattern: source === pattern.source ? pattern : new RegExp(source, pattern.flags),
    needs: pattern.ignoreCase ? [] : needs.filter(({ length }) => length <= MOST_MEMBERS).slice(0, MOST_SETS),
  };
}

/** The bound goes with it: a word that is longer than the bound would have been met in its middle. */
function beginAtWord(source: string, { at, source: charClass, quantifierEnd }: ClassHead): string {
  const quantifier = source.slice(at + charClass.length, quantifierEnd);
  const least = /^(?:\{(\d),\d{2,}\}|[*+])$/.exec(quantifier);
  if (least === null) return source;
  const wide = least[1] === undefined ? quantifier : `{${least[1]},${MATCH_LIMIT}}`;
  return `${source.slice(0, at)}(?<!${charClass})${charClass}${wide}${source.slice(quantifierEnd)}`;
}

export function meetsNeeds({ needs }: LineTest, line: string): boolean {
  return needs.every((set) => set.some((literal) => line.includes(literal)));
}
