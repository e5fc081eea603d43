import fc from "fast-check";
import { ALL_RULES } from "../../src/failures/rules/all-rules.js";

const KEYS = ALL_RULES.flatMap(({ keys }) => keys);

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 2, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\u001b[31m", "```\n", "$ ", " ", "\t") },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("a", " ", "(", "'", '"', "/", ".", ":", "<n>", "x/", "a.", "1.", "==", "- "),
        fc.nat(400),
      )
      .map(([unit, times]) => unit.repeat(times)),
  },
);

/** Text made against the parser by someone who knows its rules: their key words, long repetitions, odd line ends. */
export const hostileText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
