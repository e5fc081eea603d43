import { type LineView, viewLine } from "./line-view.js";

/** How far rules may look around. The window holds both and the lines in between. */
export const LOOK_BEHIND = 60;
export const LOOK_AHEAD = 40;
const SIZE = 128;

/** The last lines of a log of any length, so that rules can look around in bounded memory. */
export class LineWindow {
  private readonly raw: string[] = [];
  private readonly fenced: boolean[] = [];
  private readonly foreign: boolean[] = [];
  private readonly views: (LineView | null)[] = [];
  private count = 0;

  /** Number of the newest line, 1-based; 0 before the first. */
  get newest(): number {
    return this.count;
  }

  push(raw: string, fenced: boolean): number {
    this.count++;
    const slot = this.count % SIZE;
    this.raw[slot] = raw;
    this.fenced[slot] = fenced;
    this.foreign[slot] = false;
    this.views[slot] = null;
    return this.count;
  }

  /** The newest line holds words of another language. */
  markForeign(): void {
    this.foreign[this.count % SIZE] = true;
  }

  /** The line as it came, where a view of it could only leave parts out: no colours in it, no other language. Null elsewhere. */
  plain(no: number): string | null {
    if (no < 1 || no > this.count || no <= this.count - SIZE) return null;
    const raw = this.raw[no % SIZE] ?? "";
    return this.foreign[no % SIZE] === true || raw.includes("\u001b") || raw.includes("\u009b") ? null : raw;
  }

  view(no: number): LineView | null {
    if (no < 1 || no > this.count || no <= this.count - SIZE) return null;
    const slot = no % SIZE;
    this.views[slot] ??= viewLine(no, detach(this.raw[slot] ?? ""), {
      fenced: this.fenced[slot] === true,
      foreign: this.foreign[slot] === true,
    });
    return this.views[slot];
  }
}

/** A copy of its own: a line is a slice that would keep its whole chunk of the log in memory for as long as a match is kept. */
function detach(line: string): string {
  return ` ${line}`.slice(1);
}
