import type { Refinement, Rule } from "../rule.js";
import { isTalk } from "../text/talk.js";
import { belowHeading } from "./below-heading.js";
import { readByWords } from "./by-words.js";

/** Words in which programs complain, whoever wrote them. */
const COMPLAINTS: readonly string[] = [
  "cannot ",
  "can't ",
  "could not ",
  "couldn't ",
  "unable to ",
  "failed to ",
  "failure ",
  "not found",
  "not installed",
  "not available",
  "not supported",
  "not a supported",
  "not a valid",
  "not valid",
  "not allowed",
  "not compatible",
  "not satisf",
  "not in the ",
  "does not ",
  "doesn't ",
  "no match",
  "no such",
  "no valid",
  "nothing provides",
  "unsupported",
  "incompatible",
  "unresolved",
  "undefined",
  "unknown",
  "unexpected",
  "invalid",
  "malformed",
  "corrupt",
  "mismatch",
  "denied",
  "expired",
  "exceeded",
  "but found",
  "but got",
  "specified",
  "conflict",
  "missing",
  "required",
  "requires",
  " depends on ",
  "out of memory",
  "no targets",
  "no rule",
  "no module",
  "no required",
  "no workspaces",
  "no build",
  "no files",
  "no go files",
  "syntax error",
  "parse error",
  "error parsing",
  "unbound variable",
  "not set",
  "must be",
  "must point",
  "must specify",
  "insufficient",
  "exhausted",
  "panicked at",
  "rejected",
  "expecting ",
  "bad option",
  "bad archive",
  "bad argument",
  "bad magic",
  " format",
  "but you have",
  "but it ",
  "supports only",
  "only supports",
  "not known",
  "not used",
  "don't know how",
];
const COMPLAINT = new RegExp(
  `\\b(?:${[
    /(?:cannot|can't|could not|couldn't|unable to|failed to) \w{2}/,
    /failure (?:resolving|to) \S/,
    /not (?:found|installed|available|supported|allowed|compatible|valid|in the \w{1,30} \w|a (?:supported|valid) \w)/,
    /(?:does|do)(?: not|n't) (?:exist|have|match|satisfy|support|provide|contain|include|work|appear|allow|know)\b/,
    /no (?:match(?:ing|es)?|such|valid) \S/,
    /nothing provides \S/,
    /(?<![=:] ?|[/.])(?:unsupported|incompatible|unresolved|undefined|unknown|unexpected|invalid|malformed|corrupt(?:ed|ion)?|mismatch(?:ed)?|denied|expired|missing|out of memory):? \S/,
    /exceeded\b/,
    /but (?:found|got)\b/,
    /but \w.{0,40} (?:specified|requires?|needs?)\b/,
    /conflict(?:s|ing)?\b/,
    /requires? \S/,
    /is required/,
    /no (?:targets|rule|module|required|workspaces|build|(?:\w{1,20} )?files) \w/,
    /(?:syntax|parse) error\b/,
    /error parsing \S/,
    /unbound variable/,
    /is not set\b/,
    /must (?:be|point|specify) \w/,
    /insufficient \w/,
    /exhausted\b/,
    /panicked at \S/,
    /rejected\b/,
    /expecting \S/,
    /bad (?:option|archive|argument|magic)/,
    /not in \w{1,20} format/,
    /but (?:you have|it (?:is|has|does)) \w/,
    /supports only \S/,
    /only supports \S/,
    /is not known\b/,
    /not used$/,
    /don't know how to \w/,
    /depends on \S{1,80} ?[<>=]/,
  ]
    .map(({ source }) => source)
    .join("|")})`,
  "i",
);
/** Longer lines are data or prose. */
const LONGEST_COMPLAINT = 500;

export const COMPLAINT_RULES: readonly Rule[] = [
  {
    id: "generic/complaint",
    error_type: "OTHER",
    stage: "run",
    evidence: "hint",
    bonus: -1,
    keys: COMPLAINTS,
    pattern: COMPLAINT,
    unless:
      /\bwarn|skip|ignor|retry|retri|continu|\b(?:finished|completed|successfully)\b|fall(?:ing)? ?back|optional|disabl|instead|default|will be|might |\bif\b|\?$|delay|^(?:debug|trace):? |^at |^\w{1,80}_test\.go:|^\d{1,6} (?:verbose|silly|info|http)|^(?:checking|looking|--|[#$✓✔√]|\/\/|ok|PASS|---) |\b(?:0|no) \w+(?: \w+)? (?:failed|missing|found)|\.\.\. ?(?:no|not found)$/i,
    refine: ({ line }) => (!MARKED.test(line(0)) && isTalk(line) ? null : readComplaint(line(0), line(1))),
    cause: "The program stopped.",
  },
];

/** What a program marks as an error itself is told before what it only mentions. */
const MARKED = /^(?:E|ERR!?|error|fatal|failed):? /i;
const AS_MARKED = 2;

function readComplaint(said: string, next: string): Refinement | null {
  if (said.length > LONGEST_COMPLAINT) return null;
  const root_cause = `It stopped with: ${said.slice(0, 200).replace(/[{}]/g, "")}`;
  const bonus = MARKED.test(said) ? { bonus: AS_MARKED } : {};
  return { root_cause, ...bonus, ...readByWords(said), ...belowHeading(said, next) };
}
