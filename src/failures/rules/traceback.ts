import { readFreeText } from "../entities/free-text.js";
import type { MatchContext, Refinement, Rule } from "../rule.js";
import { typeOfException } from "./exception-type.js";

const FRAME = /^File "[^"]{1,400}", line \d+/;
const MARKS = /^[\s^~]*$/;
const LAST = /^(?<name>(?:[A-Z_]\w{0,80}\.){0,8}[A-Z_]\w{0,80})(?:: (?<message>\S.{0,500}))?$/i;
const LOOK_AHEAD = 40;

/** What ends a traceback of Python, whatever its name: many libraries give their exceptions names that no list knows. */
export const TRACEBACK_RULES: readonly Rule[] = [
  {
    id: "python/traceback",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -10,
    keys: ["traceback (most recent call last)"],
    pattern: /Traceback \(most recent call last\)/,
    cause: "Python stopped with an exception.",
    refine: readEnd,
  },
];

function readEnd({ line }: MatchContext): Refinement | null {
  let afterFrame = false;
  let frames = 0;
  for (let at = 1; at <= LOOK_AHEAD; at++) {
    const content = line(at);
    if (FRAME.test(content)) {
      frames++;
      afterFrame = true;
      continue;
    }
    // below a frame stands its line of source, and below that perhaps a mark
    if (frames === 0) return null;
    if (afterFrame || MARKS.test(content)) {
      afterFrame = false;
      continue;
    }
    return describe(content, at);
  }
  return null;
}

function describe(content: string, at: number): Refinement | null {
  const { name, message } = LAST.exec(content)?.groups ?? {};
  if (name === undefined || /KeyboardInterrupt|SystemExit|CalledProcessError/.test(name)) return null;
  const type = typeOfException(name, message ?? "") ?? "CRASH";
  return {
    root_offset: at,
    code: name.split(".").at(-1) ?? name,
    error_type: type === "TEST_FAILURE" ? "CRASH" : type,
    entities: readFreeText(message ?? ""),
    root_cause: `Python stopped with ${name}.`,
  };
}
