import type { Clue } from "../environment/clue.js";
import { recogniseClues } from "../environment/recognise.js";
import { type ErrorLine, findErrorLines } from "./error-lines.js";
import type { Source } from "./source.js";
import { readTerminal, type TerminalEntry } from "./terminal.js";
import { linesOf, type ReadLine } from "./text-lines.js";

/** What one text of the thread says by itself. */
export interface Reading {
  source: Source;
  /** Without what is quoted. */
  lines: ReadLine[];
  clues: Clue[];
  terminal: TerminalEntry[];
  errors: ErrorLine[];
}

export function readSource(source: Source, title: string | null, project: string): Reading {
  const lines = linesOf(source.blocks, title).filter((line) => !line.quoted);
  const terminal = source.blocks
    .filter((block) => block.kind === "code" && !block.quoted)
    .flatMap((block) => readTerminal(block.text, block.language));
  return {
    source,
    lines,
    clues: recogniseClues(lines, terminal, project),
    terminal,
    errors: findErrorLines(lines.map(({ raw }) => raw)),
  };
}
