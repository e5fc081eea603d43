import type { Named } from "./entities/notations.js";
import type { ErrorType, Stage } from "./failure-case.js";
import type { Evidence, Groups, Rule } from "./rule.js";
import type { LineView } from "./text/line-view.js";

/** A stretch of the log that belongs to one command. */
export interface Segment {
  readonly index: number;
  readonly command: string | null;
  readonly firstLine: number;
}

/** What a context or a summary offers to the root cause of its command. */
export interface Offer {
  readonly ruleId: string;
  readonly ecosystem: string;
  readonly line: number;
  readonly entities: readonly Named[];
}

/** A place where a rule matched. */
export interface Candidate {
  readonly rule: Rule;
  /** The line that matched; `root` may be another. */
  readonly matched: LineView;
  readonly root: LineView;
  readonly groups: Groups;
  readonly entities: readonly Named[];
  readonly evidence: Evidence;
  readonly bonus: number;
  readonly error_type: ErrorType;
  readonly stage: Stage;
  readonly ecosystem: string;
  readonly code: string | null;
  readonly root_cause: string | undefined;
  readonly steps: readonly string[];
  readonly excerpt: string;
  readonly segment: Segment;
  /** The last command that was traced or shown before the line, if any. */
  readonly command: string | null;
  /** What was going on when the line was met, the latest of each context rule. */
  readonly going: readonly Offer[];
}
