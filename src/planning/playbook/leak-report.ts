import { firstOwnFrame } from "../../failures/own-frame.js";

export interface Leak {
  function: string;
  /** "ingest.c:42" */
  place: string;
  /** "6,400 bytes in 100 blocks" */
  lost: string;
}

const VALGRIND_LOSS =
  /([\d,]{1,20} (?:\([\d, a-z]{1,80}\) )?bytes in [\d,]{1,20} blocks) are definitely lost/;
const LSAN_LOSS = /^Direct leak of (\d{1,20} byte\(s\)) in \d{1,20} object/;

/** The largest definite loss of a valgrind or LeakSanitizer report, with the program's own line that allocated it. */
export function locateLeak(report: string): Leak | null {
  const lines = report.split("\n").map((line) => line.replace(/^==\d+==\s?/, "").trim());
  const losses = lines.flatMap((line, at) => {
    const lost = VALGRIND_LOSS.exec(line)?.[1] ?? LSAN_LOSS.exec(line)?.[1];
    return lost === undefined ? [] : [{ lost, at, bytes: bytesOf(lost) }];
  });
  const byLoss = losses.toSorted((a, b) => b.bytes - a.bytes);
  for (const { lost, at } of byLoss) {
    const end = lines.findIndex((line, index) => index > at && line === "");
    const frame = firstOwnFrame(lines.slice(at + 1, end === -1 ? undefined : end).join("\n"));
    const parts = /^(.+) \((.+)\)$/.exec(frame ?? "");
    if (parts?.[1] !== undefined && parts[2] !== undefined)
      return { function: parts[1], place: parts[2], lost };
  }
  return null;
}

function bytesOf(lost: string): number {
  return Number(/[\d,]+/.exec(lost)?.[0].replaceAll(",", "") ?? "0");
}
