import { stripVTControlCharacters } from "node:util";

/** Columns padded to their widest cell, two spaces apart; numbers (and cells such as "0.92") to the right. */
export function formatTable(
  headers: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [headers, ...rows].map((row) => row.map(String));
  const widths = headers.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ""))));
  const numeric = headers.map((_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column])));
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, numeric[column] === true))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function isNumeric(cell: string | number | undefined): boolean {
  return typeof cell === "number" || (cell !== undefined && /^[-+]?[\d.]+[%×]?$|^[-–]$/.test(cell));
}

function width(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length;
}

function pad(text: string, target: number, right: boolean): string {
  const fill = " ".repeat(Math.max(0, target - width(text)));
  return right ? fill + text : text + fill;
}
