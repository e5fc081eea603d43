import type { Rule } from "../rule.js";
import { readByWords } from "./by-words.js";

/** Elm heads each report "-- TYPE MISMATCH ---------- src/Main.elm" and tells it in sentences of its own. */
export const ELM_RULES: readonly Rule[] = [
  {
    id: "elm/report",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [
      "-- problem ",
      "-- type mismatch",
      "-- naming error",
      "-- module not found",
      "-- missing ",
      "-- syntax problem",
      "-- unfinished ",
      "-- unexpected ",
      "-- elm.json ",
      "-- no elm.json",
      "-- bad ",
      "-- corrupt ",
      "-- incompatible ",
      "-- unknown ",
      "-- error in dependency",
      "-- cannot find ",
      "-- too many args",
    ],
    pattern: /^-- [A-Z][A-Z .a-z]{3,60} -{5,120}(?: (?<file>\S{1,200}\.elm))?$/,
    cause: "Elm does not take the sources.",
    refine: ({ groups, line }) => {
      if (groups["file"] !== undefined) return {};
      const offset = [1, 2, 3].find((at) => /\S/.test(line(at)));
      return offset === undefined ? {} : { ...readByWords(line(offset)), root_offset: offset };
    },
  },
];
