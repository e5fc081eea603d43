import type { Clue } from "../environment/clue.js";
import { recogniseField } from "../environment/recognise-fields.js";
import { recogniseSentence } from "../environment/recognise-sentences.js";
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
  const clues = lines.flatMap((line) => {
    const field = recogniseField(line, project);
    return field.length > 0 ? field : recogniseSentence(line, project);
  });
  const terminal = source.blocks
    .filter((block) => block.kind === "code" && !block.quoted)
    .flatMap((block) => readTerminal(block.text, block.language));
  return { source, lines, clues, terminal, errors: findErrorLines(lines.map(({ raw }) => raw)) };
}
