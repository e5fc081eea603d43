import { type LineView, viewLine } from "./line-view.js";

/** How far rules may look around. The window holds both and the lines in between. */
export const LOOK_BEHIND = 60;
export const LOOK_AHEAD = 40;
const SIZE = 128;

/** The last lines of a log of any length, so that rules can look around in bounded memory. */
export class LineWindow {
  private readonly raw: string[] = Array.from({ length: SIZE }, () => "");
  private readonly fenced = new Uint8Array(SIZE);
  private readonly foreign = new Uint8Array(SIZE);
  private readonly views: (LineView | null)[] = Array.from({ length: SIZE }, () => null);
  private count = 0;

  /** Number of the newest line, 1-based; 0 before the first. */
  get newest(): number {
    return this.count;
  }

  push(raw: string, fenced: boolean): number {
    this.count++;
    const slot = this.count % SIZE;
    this.raw[slot] = raw;
    this.fenced[slot] = fenced ? 1 : 0;
    this.foreign[slot] = 0;
    this.views[slot] = null;
    return this.count;
  }

  /** The newest line holds words of another language. */
  markForeign(): void {
    this.foreign[this.count % SIZE] = 1;
  }

  view(no: number): LineView | null {
    if (no < 1 || no > this.count || no <= this.count - SIZE) return null;
    const slot = no % SIZE;
    this.views[slot] ??= viewLine(no, this.raw[slot] ?? "", {
      fenced: this.fenced[slot] === 1,
      foreign: this.foreign[slot] === 1,
    });
    return this.views[slot];
  }
}
