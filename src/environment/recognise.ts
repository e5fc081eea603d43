import type { Clue, TextLine } from "./clue.js";
import { recogniseBanner } from "./recognise-banners.js";
import { recogniseChecklist } from "./recognise-checklist.js";
import { recogniseCommand } from "./recognise-commands.js";
import { recogniseDump } from "./recognise-dumps.js";
import { recogniseField } from "./recognise-fields.js";
import { recognisePaths } from "./recognise-paths.js";
import { recogniseProbe } from "./recognise-probes.js";
import { recogniseSentence } from "./recognise-sentences.js";

interface Typed {
  command: string | null;
  output: readonly string[];
}

/** All that one text says about its writer's machine. `project`: the repository's name. Linear in the text. */
export function recogniseClues(lines: readonly TextLine[], typed: readonly Typed[], project: string): Clue[] {
  return [
    ...lines.flatMap((line) => recogniseLine(line, project)),
    ...typed.flatMap(({ command, output }) =>
      command === null ? [] : recogniseCommand(command, output, project),
    ),
    ...recogniseDump(lines),
    ...recognisePaths(lines.map(({ text }) => text)),
  ];
}

function recogniseLine(line: TextLine, project: string): Clue[] {
  const spoken = [...recogniseField(line, project), ...recogniseSentence(line, project)];
  if (line.kind === "title" || line.kind === "heading") return spoken;
  const printed = [
    ...recogniseBanner(line.text),
    ...recogniseChecklist(line.text),
    ...recogniseProbe(line.text),
  ];
  // Output that somebody pasted into a sentence is worth less: it may be about another machine.
  const clues =
    line.kind === "code" ? printed : printed.map((clue) => ({ ...clue, confidence: clue.confidence - 0.1 }));
  const elsewhere = /\bhost\b/i.test(line.label ?? "");
  return [...spoken, ...clues].map((clue) =>
    elsewhere ? { ...clue, confidence: clue.confidence / 3 } : clue,
  );
}
