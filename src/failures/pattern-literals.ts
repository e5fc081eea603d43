/**
 * Reads a pattern's source for two things that make trying it cheap: literals that every match holds, and places where it begins
 * with a repeated class. What it does not understand yields nothing, and then the pattern is simply tried.
 */

/** Every match holds a member of each set. */
export type Needs = readonly (readonly string[])[];

export interface PatternReading {
  readonly needs: Needs;
  /** Repetitions of a class with which a match can begin: where the class stands in the source, and its quantifier. */
  readonly heads: readonly ClassHead[];
}

export interface ClassHead {
  readonly at: number;
  readonly source: string;
  readonly quantifierEnd: number;
}

const SHORTEST = 2;
const CLASS = /\[(?:\\.|[^\]\\])*\]|\\[SwW]/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;
const GROUP = /\(\?(?::|<\w+>)|\(/y;
const LOOK = /\(\?(?:=|!|<=|<!)/y;
const ESCAPES: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r" };

interface Branch {
  /** Literal characters read so far, without a gap. */
  run: string;
  readonly sets: (readonly string[])[];
}

export function readPattern(source: string): PatternReading {
  const reader = new PatternReader(source);
  return { needs: reader.readAlternatives(true), heads: reader.heads };
}

class PatternReader {
  readonly heads: ClassHead[] = [];
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** Up to the closing bracket or the end. `first`: nothing was consumed before. */
  readAlternatives(first: boolean): Needs {
    const branches: Needs[] = [this.readBranch(first)];
    while (this.source[this.at] === "|") {
      this.at++;
      branches.push(this.readBranch(first));
    }
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : unite(branches);
  }

  private readBranch(first: boolean): Needs {
    const branch: Branch = { run: "", sets: [] };
    let atStart = first;
    while (this.at < this.source.length && !"|)".includes(this.source.charAt(this.at)))
      atStart = this.readAtom(branch, atStart) && atStart;
    endRun(branch);
    return branch.sets;
  }

  /** True if it may consume nothing. */
  private readAtom(branch: Branch, atStart: boolean): boolean {
    if (this.take(LOOK) !== null) {
      this.readAlternatives(false);
      this.at++;
      return true;
    }
    if (this.take(GROUP) !== null) return this.readGroup(branch, atStart);
    const at = this.at;
    const charClass = this.take(CLASS);
    if (charClass === null) return this.readCharacter(branch);
    const optional = this.repeat(branch, null);
    if (atStart && this.at > at + charClass.length)
      this.heads.push({ at, source: charClass, quantifierEnd: this.at });
    return optional;
  }

  private readGroup(branch: Branch, atStart: boolean): boolean {
    const inner = this.readAlternatives(atStart);
    this.at++;
    endRun(branch);
    const optional = this.takeQuantifier() === 0;
    if (!optional) branch.sets.push(...inner);
    return optional;
  }

  private readCharacter(branch: Branch): boolean {
    const letter = this.source.charAt(this.at++);
    if (letter === "^" || letter === "$") return true;
    if (letter === ".") return this.repeat(branch, null);
    if (letter !== "\\") return this.repeat(branch, letter);
    const escaped = this.source.charAt(this.at++);
    if (escaped === "b" || escaped === "B") return true;
    if (escaped === "u" || escaped === "x") {
      const digits = this.source.slice(this.at, this.at + (escaped === "u" ? 4 : 2));
      this.at += digits.length;
      return this.repeat(branch, String.fromCharCode(Number.parseInt(digits, 16)));
    }
    if (escaped === "k") this.at = this.source.indexOf(">", this.at) + 1;
    if (/\w/.test(escaped)) return this.repeat(branch, ESCAPES[escaped] ?? null);
    return this.repeat(branch, escaped);
  }

  /** One character, or a class of them (null), with the quantifier that follows. True if there may be none. */
  private repeat(branch: Branch, letter: string | null): boolean {
    const before = this.at;
    const times = this.takeQuantifier();
    const once = this.at === before;
    if (letter !== null && times > 0) branch.run += letter;
    if (letter === null || !once) endRun(branch);
    return times === 0;
  }

  /** How often at least; 1 without a quantifier. */
  private takeQuantifier(): number {
    const quantifier = this.take(QUANTIFIER);
    if (quantifier === null || quantifier.startsWith("+")) return 1;
    return quantifier.startsWith("{") ? Number.parseInt(quantifier.slice(1), 10) : 0;
  }

  private take(what: RegExp): string | null {
    what.lastIndex = this.at;
    const found = what.exec(this.source)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }
}

function endRun(branch: Branch): void {
  if (branch.run.length >= SHORTEST) branch.sets.push([branch.run]);
  branch.run = "";
}

/** One of several branches matches: a set with the most telling literals of each. */
function unite(branches: readonly Needs[]): Needs {
  const best = branches.map((sets) =>
    sets.reduce<readonly string[]>((a, b) => (shortest(b) > shortest(a) ? b : a), []),
  );
  return best.every((set) => set.length > 0) ? [best.flat()] : [];
}

function shortest(set: readonly string[]): number {
  return set.length === 0 ? 0 : Math.min(...set.map(({ length }) => length));
}
