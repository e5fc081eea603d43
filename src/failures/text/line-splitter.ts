import { type Automaton, type Walk, walkLine } from "../automaton.js";
import { MATCH_LIMIT, ROOT_LIMIT } from "./line-view.js";

const LF = 10;
const CR = 13;

/** Called for each line, without its end. `walk` is reused after the call. */
export type LineHandler = (raw: string, walk: Walk) => void;

/**
 * Splits chunks into lines at \n, \r\n and lone \r, and walks the automaton over each on the way. Memory is bounded: of a line
 * that goes on for ever only the head is kept.
 */
export class LineSplitter {
  private rest = "";
  private readonly walk: Walk = { end: 0, escaped: false, states: [] };

  private readonly automaton: Automaton;
  private readonly onLine: LineHandler;
  private readonly shouldStop: () => boolean;

  /** `shouldStop` is asked every 1,024 lines; true ends the reading. */
  constructor(automaton: Automaton, onLine: LineHandler, shouldStop: () => boolean) {
    this.automaton = automaton;
    this.onLine = onLine;
    this.shouldStop = shouldStop;
  }

  /** False if it was stopped. `last`: nothing follows, so that a line without an end need not wait for it. */
  push(chunk: string, last: boolean): boolean {
    const text = this.rest === "" ? chunk : this.rest + chunk;
    this.rest = "";
    return this.read(text, last);
  }

  finish(): void {
    const text = this.rest;
    this.rest = "";
    if (text !== "") this.read(text, true);
  }

  private read(text: string, last: boolean): boolean {
    let from = 0;
    let lines = 0;
    while (from < text.length) {
      walkLine(this.automaton, text, from, Math.min(text.length, from + MATCH_LIMIT), this.walk);
      const end = findEnd(text, this.walk.end);
      const open = end >= text.length || (text.charCodeAt(end) === CR && end + 1 >= text.length);
      if (open && !last) {
        this.keepOpenLine(text, from, end);
        return true;
      }
      this.onLine(text.slice(from, Math.min(end, from + ROOT_LIMIT)), this.walk);
      from = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
      if ((++lines & 1023) === 0 && this.shouldStop()) return false;
    }
    return true;
  }

  /** The line is not complete: its head waits for the next chunk, with the \r that may be half of a \r\n. */
  private keepOpenLine(text: string, from: number, end: number): void {
    const head = text.slice(from, Math.min(end, from + ROOT_LIMIT));
    this.rest = end < text.length ? `${head}\r` : head;
  }
}

function findEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) break;
  }
  return at;
}
