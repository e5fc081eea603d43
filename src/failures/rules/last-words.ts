import type { MatchContext, Refinement, Rule } from "../rule.js";
import { readByWords } from "./by-words.js";

const LOOK_BACK = 12;
const COMPLAINT =
  /\b(?:not|no|never|cannot|unable|fail(?:ed|s|ure|ing)?|errors?|invalid|missing|denied|unknown|unsupported|unexpected|unrecogni[sz]ed|refus(?:ed|es|ing)|must|requires?|required|abort(?:ed|ing)?|already|illegal|expired|mismatch|killed|exceed(?:ed|s)|undefined|bad|wrong|broken|corrupt(?:ed)?|timeout|timed out|fatal|exception)\b|n't\b/i;
/** Where another command begins, or where a tool speaks of its own report. */
const OTHERS = /^(?:Step \d+(?:\/\d+)? : |---> |Removing intermediate container )/;
const ASIDE =
  /^(?:npm (?:ERR!|error) ?$|(?:npm (?:ERR!|error) +)?(?:A complete log|This is (?:probably|most likely) not|Exit status|code |errno |syscall |There is likely)|For more|See also|info |\/|at |make(?:\[\d+\])?: |[=\-*~^|+. ]+$)|\bwarning\b|deprecat|(?:^|\s)(?:0|no) (?:errors?|failures?|warnings?)\b/i;

/**
 * A program that ends a build without a word that any rule knows mostly said why right before. Its last complaint is a better root than
 * the line that only reports the exit code.
 */
export const LAST_WORDS_RULES: readonly Rule[] = [
  {
    id: "generic/last-words",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 2,
    keys: [
      "returned a non-zero code",
      "did not complete successfully: exit code",
      "executor failed running",
      "process completed with exit code",
      "command failed with exit code",
    ],
    pattern:
      /(?:returned a non-zero code|did not complete successfully: exit code|executor failed running \[.{1,600}\]: exit code|[Pp]rocess completed with exit code|[Cc]ommand failed with exit code):? [1-9]/,
    cause: "A command failed; before that it said: {said}",
    refine: lastComplaint,
  },
];

function lastComplaint({ line }: MatchContext): Refinement | null {
  for (let back = 1; back <= LOOK_BACK; back++) {
    const said = line(-back).slice(0, 500);
    if (OTHERS.test(said)) return null;
    if (said === "" || ASIDE.test(said) || !COMPLAINT.test(said)) continue;
    return {
      ...readByWords(said),
      root_offset: -back,
      root_cause: `A command failed; before that it said: ${said.slice(0, 200).replace(/[{}]/g, "")}`,
    };
  }
  return null;
}
