import type { MatchContext, Refinement, Rule } from "../rule.js";
import { maskLine } from "../mask.js";
import { readByWords } from "./by-words.js";

const LOOK_BACK = 12;
const MOST_ALIKE = 20;
const COMPLAINT =
  /\b(?:not|no|never|cannot|unable|fail(?:ed|s|ure|ing)?|errors?|invalid|missing|denied|unknown|unsupported|unexpected|unrecogni[sz]ed|refus(?:ed|es|ing)|must|requires?|required|abort(?:ed|ing)?|already|illegal|expired|mismatch|killed|exceed(?:ed|s)|undefined|bad|wrong|broken|corrupt(?:ed)?|timeout|timed out|fatal|exception)\b|n't\b/i;
/** Where another command begins, or where a tool speaks of its own report. */
const OTHERS = /^(?:Step \d+(?:\/\d+)? : |---> |Removing intermediate container )/;
const ASIDE =
  /^(?:npm (?:ERR!|error) ?$|(?:Restore|Build|Solving environment.{0,20}|Installation) failed\b|Running \w+ with |To \w+ |Or if |(?:npm (?:ERR!|error) +)?(?:A complete log|This is (?:probably|most likely) not|Exit status|code |errno |syscall |There is likely)|For more|See also|info |\/|at |make(?:\[\d+\])?: |Makefile:\d+: recipe for|Abort(?:ing|ed)[.!]*$|FAIL$|Tasks: TOP|\(See full trace|\(Use `|(?:npm|gyp) ERR! (?:Try to update|Tell the author|Please include|Or if|Node-gyp failed)|[\w.-]{1,80} +: ok=\d|debconf: |[=\-*~^|+. ]+$)|\bwarning\b|deprecat|(?:^|\s)(?:0|no) (?:errors?|failures?|warnings?)\b/i;

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
    const first = back + alike(line, back);
    return {
      ...readByWords(line(-first).slice(0, 500)),
      root_offset: -first,
      root_cause: `A command failed; before that it said: ${said.slice(0, 200).replace(/[{}]/g, "")}`,
    };
  }
  return null;
}

/** How many lines above the complaint begin a run of the same one about other things: the first of equals is the root. */
function alike(line: MatchContext["line"], back: number): number {
  const shape = shapeOf(line(-back));
  let first = 0;
  for (let above = 1; above <= MOST_ALIKE; above++) {
    const said = line(-back - above);
    if (OTHERS.test(said)) break;
    if (shapeOf(said) === shape) first = above;
  }
  return first;
}

/** What two complaints of one program have in common: all but names, places and numbers. */
function shapeOf(said: string): string {
  return maskLine(said.slice(0, 300));
}
