import { termOf } from "./term-kind.js";
import { withoutMarkup } from "./markup.js";

/** A line of so many entries, and of such a share of all, is a template's and says nothing of the issue. */
const TEMPLATE = { entries: 20, share: 0.001 } as const;

export function isTemplateLine(documents: number, frequency: number): boolean {
  return frequency >= Math.max(TEMPLATE.entries, TEMPLATE.share * documents);
}

/** The line as a term, by its letters alone ("1. Steps:" and "## steps" are one); null for a line without any. */
export function lineTerm(line: string): number | null {
  const letters = withoutMarkup(line)
    .toLowerCase()
    .replace(/\P{L}+/gu, " ")
    .trim();
  return letters === "" ? null : termOf("line", letters);
}

/** The text without the lines of which `isTemplate` holds. */
export function stripLines(text: string, isTemplate: (lineTerm: number) => boolean): string {
  return text
    .split("\n")
    .filter((line) => {
      const term = lineTerm(line);
      return term === null || !isTemplate(term);
    })
    .join("\n");
}
