import type { Candidate } from "./candidate.js";
import { EVIDENCE_WEIGHT } from "./rule.js";

/** Below this, a match is no failure. */
export const FLOOR = 12;
const AS_WARNING = 85;
const AS_INFO = 30;
/** A line outside all fences of an issue that has fences is somebody's talk. */
const AS_TALK = 18;
const RECOVERED = 85;
/** A hint that a report of failure follows is no mere suspicion: it tells more than the report. */
const VOUCHED = 18;
const VOUCHED_LINES = 60;

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
}

/**
 * Scores every match; the most telling first, the earlier first among equals. What is no failure is left out. Where the fences of
 * an issue hold none, the talk around them tells it.
 */
export function rankCandidates(candidates: readonly Candidate[], hasFences: boolean): Ranked[] {
  const ranked = rankWith(candidates, hasFences);
  return hasFences && ranked.length === 0 ? rankWith(candidates, false) : ranked;
}

function rankWith(candidates: readonly Candidate[], hasFences: boolean): Ranked[] {
  const successes = candidates.filter(({ evidence }) => evidence === "success");
  const causes = candidates.filter(
    ({ evidence, matched }) => evidence === "cause" && matched.level !== "warning",
  );
  const wrappers = candidates.filter(({ evidence }) => evidence === "wrapper" || evidence === "summary");
  return candidates
    .filter(({ evidence }) => evidence !== "success" && evidence !== "context")
    .map((candidate) => ({
      candidate,
      score:
        scoreOf(candidate, hasFences) +
        vouching(candidate, wrappers) -
        recovery(candidate, successes, wrappers, causes),
    }))
    .filter(({ score }) => score >= FLOOR)
    .sort((a, b) => b.score - a.score || a.candidate.root.no - b.candidate.root.no);
}

function scoreOf({ evidence, bonus, matched, rule }: Candidate, hasFences: boolean): number {
  let score = EVIDENCE_WEIGHT[evidence] + bonus;
  if (matched.level === "warning" && rule.evenAsWarning !== true) score -= AS_WARNING;
  if (matched.level === "info" && rule.evenAsWarning !== true) score -= AS_INFO;
  if (hasFences && !matched.fenced) score -= AS_TALK;
  return score;
}

function vouching({ evidence, matched, segment }: Candidate, wrappers: readonly Candidate[]): number {
  if (evidence !== "hint") return 0;
  const followed = wrappers.some(
    (other) =>
      other.segment.index === segment.index &&
      other.matched.no > matched.no &&
      other.matched.no <= matched.no + VOUCHED_LINES,
  );
  return followed ? VOUCHED : 0;
}

/** A later success of the same command takes back what went wrong before, unless the command failed after that. */
function recovery(
  { matched, segment }: Candidate,
  successes: readonly Candidate[],
  wrappers: readonly Candidate[],
  causes: readonly Candidate[],
): number {
  // The last success counts: what failed before it was got over, even if something else failed afterwards.
  const success = successes.findLast(
    (other) => other.segment.index === segment.index && other.matched.no > matched.no,
  );
  if (success === undefined) return 0;
  const after = (other: Candidate): boolean =>
    other.segment.index === segment.index && other.matched.no > success.matched.no;
  return wrappers.some(after) && !causes.some(after) ? 0 : RECOVERED;
}
