/**
 * The shape of a rule. A rule file `rules/<tool>.ts` exports one array of rules for one tool and is listed in
 * `rules/all-rules.ts`; the order of files and of rules means nothing, evidence decides.
 *
 * How a line meets a rule:
 * 1. One automaton looks for the `keys` of all rules in every line. A rule is tried only on lines that hold one of its keys, so
 *    keys are what makes a log of any length cheap: choose the longest literal that every matching line holds
 *    ("unmet dependencies", not "error"). Case, and space against tab, do not matter.
 * 2. `pattern` is then run on the line's *content*: ANSI codes, time stamps, CI, docker and level prefixes ("[ERROR] ", "#12 0.45 ")
 *    and outer blanks are gone, messages in other languages that `text/localized.ts` knows are in English, at most 2,000
 *    characters remain. Prefer unanchored patterns without leading `.*`: other tools put words before the line.
 * 3. Named groups become entities. A group called after an entity kind is one of that kind: `package constraint version
 *    conflicts_with command file library header host port language_runtime errno code`; a digit may follow (`package2`). Groups
 *    called after a notation are taken apart by `entities/`: `pep508 npm_spec maven gem cargo go_mod deb image url`.
 *    Any other name is free and may be used in the sentence templates.
 * 4. `near` adds entities (and words for the templates) from lines around; `root` moves the root line to a line around.
 *
 * How cases are ranked: by `evidence` first (+ `bonus`), the earlier line first among equals.
 * - cause: names why it failed and with what ("fatal error: zlib.h: No such file or directory").
 * - error: the tool's own error at the place where it arose, in general words (a compiler's error, an exception).
 * - summary: names what failed, not why ("Failed building wheel for dlib", "Failed to execute goal …").
 * - wrapper: reports that something below failed ("make: *** [all] Error 2", "npm ERR! code 1").
 * - hint: looks like a failure; counts only where nothing else is found.
 * - context: no failure; offers entities to failures that follow ("Collecting dlib").
 * - success: the command went well after all: earlier lines that could be retried or ignored are no failures.
 */
import type { EntityKind, ErrorType, Stage } from "./failure-case.js";

export type Evidence = "cause" | "error" | "summary" | "wrapper" | "hint" | "context" | "success";

export type Groups = Readonly<Record<string, string | undefined>>;

/** Looks at the content of lines around the matching line, the nearest first. */
export interface Near {
  pattern: RegExp;
  /** How many lines before the match are looked at. Default 0, at most 60. */
  before?: number;
  /** How many lines after the match are looked at. Default 0, at most 40. */
  after?: number;
  /** Take every line that matches, not only the nearest. Default false. */
  all?: boolean;
  /** Look at the matching line itself too, first. Default false. */
  own?: boolean;
  /** Where the pattern does not match the line right after, stop looking further (for lists). Default false. */
  contiguous?: boolean;
}

/** What a rule's `refine` may change; null rejects the match. */
export interface Refinement {
  error_type?: ErrorType;
  code?: string | null;
  ecosystem?: string;
  stage?: Stage;
  evidence?: Evidence;
  bonus?: number;
  /** The root line is this many lines below (above, if negative) the matching line. */
  root_offset?: number;
  entities?: readonly { kind: EntityKind; value: string }[];
  root_cause?: string;
  steps?: readonly string[];
}

export interface MatchContext {
  /** Groups of the pattern, of `near` and of `root`. */
  groups: Groups;
  /** Content of the line at this distance: 0 the matching line, -1 the line before, 1 the next; "" beyond the text. */
  line: (offset: number) => string;
}

export interface Rule {
  /** "npm/eresolve": tool, then the fault. Unique. */
  id: string;
  /** Default: the part of the id before the slash. */
  ecosystem?: string;
  error_type: ErrorType;
  stage: Stage;
  evidence: Evidence;
  /** Moves the rule within or across evidence levels (which are 20 apart). Default 0. */
  bonus?: number;
  keys: readonly string[];
  pattern: RegExp;
  /** The line is no match if this matches too. */
  unless?: RegExp;
  near?: readonly Near[];
  root?: Near;
  /** The tool's code, where the pattern has no group `code`. `{group}` is filled in. Becomes no entity. */
  code?: string;
  /** Only on lines that their prefix marks as errors: "[ERROR] ", "##[error]". Default: on all. */
  level?: "error";
  /** True: a line that is marked as a warning is evidence nevertheless. Default false. */
  evenAsWarning?: boolean;
  /** Entity kinds that this match offers to a better candidate of the same command, e.g. ["package", "version"]. */
  offers?: readonly EntityKind[];
  /** One sentence. `{group}` or `{kind}` is filled in. Needed unless evidence is context or success. */
  cause?: string;
  /** Commands or one-line edits; a step with an unfilled slot is left out. */
  steps?: readonly string[];
  /** For what a pattern cannot say. Must be pure. */
  refine?: (match: MatchContext) => Refinement | null;
}

export const EVIDENCE_WEIGHT: Readonly<Record<Evidence, number>> = {
  cause: 90,
  error: 70,
  summary: 50,
  wrapper: 30,
  hint: 15,
  context: 0,
  success: 0,
};
