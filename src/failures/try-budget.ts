/**
 * What trying rules may cost, so that a log that was made to meet every rule on every line costs little more than any other. Costs
 * are counted in characters looked at. A rule's first tries are free; later ones are paid out of what the text itself brings in.
 */
const FREE_TRIES = 50;
/** A rule that was tried so often has seen what it is there for. */
const MOST_TRIES = 500_000;
/** Enough for some 300 kB in which every line fails. */
const START = 2_000_000;
const PER_CHARACTER = 0.25;
/** What a try costs beside the line's length. */
const PER_TRY = 60;
/** Patterns take up to the square of a line's length: a long line counts as many tries. */
const LONG_LINE = 400;

export class TryBudget {
  private left = START;
  private readonly tried = new Map<number, number>();

  /** So much text was read. */
  earn(characters: number): void {
    this.left = Math.min(START, this.left + characters * PER_CHARACTER);
  }

  /** Pays for trying a rule on a line of so many characters; false if that is not to be had any more. */
  pay(rule: number, length: number): boolean {
    const tries = this.tried.get(rule) ?? 0;
    if (tries >= MOST_TRIES || (tries >= FREE_TRIES && this.left < 0)) return false;
    this.tried.set(rule, tries + 1 + (length / LONG_LINE) ** 2);
    this.left -= PER_TRY + length;
    return true;
  }
}
