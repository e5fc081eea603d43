import type { Abstractor } from "./abstractor.js";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}";
const CLOCK = "\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?:\\s?[AP]M)?";
const ZONE = "(?:\\s?(?:Z|[A-Z]{3,4}|[+-]\\d{2}:?\\d{2}))?";

const TIMES: readonly RegExp[] = [
  // 2024-01-02T03:04:05.678Z, 2024-01-02 03:04:05,678 +0100, 2024-01-02T03_04_05_678Z
  /(?<!\d)\d{4}[-/]\d{2}[-/]\d{2}[T_ -]{1,2}\d{2}[:_-]\d{2}(?:[:_-]\d{2}(?:[.,_]\d{1,9})?)?(?:Z|\s?[+-]\d{2}:?\d{2})?(?!\d)/g,
  // Mon Jan  2 15:04:05 UTC 2024, Mon, 02 Jan 2024 15:04:05 GMT
  new RegExp(
    `\\b(?:${DAY},?\\s{1,2})?(?:${MONTH}\\s{1,2}\\d{1,2}|\\d{1,2}\\s${MONTH}(?:\\s\\d{4})?),?\\s${CLOCK}${ZONE}(?:\\s\\d{4})?\\b`,
    "g",
  ),
  // 2 January 2024, Jan 2, 2024
  new RegExp(
    `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\s${MONTH},?\\s\\d{4}|${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4})\\b`,
    "g",
  ),
  // 2024-01-02, 01/02/2024
  /(?<![\w.-])(?:(?:19|20)\d{2}[-/](?:0\d|1[0-2])[-/](?:[0-2]\d|3[01])|\d{1,2}\/\d{1,2}\/(?:19|20)\d{2})(?![\w-]|\.\d)/g,
  // 15:04:05.678
  new RegExp(`(?<![\\d:.])${CLOCK}(?![\\d:])`, "g"),
  // Seconds, milli-, micro- or nanoseconds since 1970.
  /(?<![\w.])1[4-9]\d{8}(?:\d{3}|\.\d{1,9}|\d{6}|\d{9})?(?![\w.]\d|\w)/g,
];

export const abstractTimes: Abstractor = (text) => {
  let result = text;
  for (const pattern of TIMES) result = result.replace(pattern, "{time}");
  return result;
};
