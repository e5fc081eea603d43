import type { PlayedIssue } from "./play-issue.js";

export interface ArmFigures {
  n: number;
  /** Mean turns until the reporter was helped. */
  rounds: number;
  /** Share of issues in which the first proposal was the right one. */
  first_proposal_success: number;
  repeated_questions: number;
  /** Issues in which mneme had no way out and a person took over. */
  unanswered: number;
  /** US dollars an issue; 0 without a model. */
  cost: number;
  /** Steps an issue. */
  steps: number;
  /** Runs without a final text. */
  wordless: number;
}

export const ARMS = ["without", "with"] as const;
export type Arm = (typeof ARMS)[number];
export type ArmPair = Record<Arm, ArmFigures>;

export interface IssueFigures extends ArmPair {
  /** Rounds with memory over those without. */
  rounds_ratio: number;
  /** Points of first-proposal success that memory adds, in [-1, 1]. */
  first_proposal_gain: number;
  families: Record<string, ArmPair>;
}

export function figuresOf(played: Readonly<Record<Arm, readonly PlayedIssue[]>>): IssueFigures {
  const names = [...new Set(played.without.map(({ family }) => family))];
  const pairOf = (family: string | null): ArmPair => {
    const within = (arm: Arm): PlayedIssue[] =>
      played[arm].filter((issue) => family === null || issue.family === family);
    return { without: armFigures(within("without")), with: armFigures(within("with")) };
  };
  const all = pairOf(null);
  return {
    ...all,
    rounds_ratio: round(all.with.rounds / Math.max(all.without.rounds, 1e-9)),
    first_proposal_gain: round(all.with.first_proposal_success - all.without.first_proposal_success),
    families: Object.fromEntries(names.map((name) => [name, pairOf(name)])),
  };
}

function armFigures(played: readonly PlayedIssue[]): ArmFigures {
  const n = Math.max(played.length, 1);
  const sum = (of: (issue: PlayedIssue) => number): number =>
    played.reduce((total, issue) => total + of(issue), 0);
  return {
    n: played.length,
    rounds: round(sum(({ rounds }) => rounds) / n),
    first_proposal_success: round(sum(({ first_proposal }) => Number(first_proposal === "right")) / n),
    repeated_questions: sum(({ repeated }) => repeated.length),
    unanswered: sum(({ handed_over }) => Number(handed_over)),
    cost: sum(({ usd }) => usd) / n,
    steps: round(sum(({ steps }) => steps) / n),
    wordless: sum(({ wordless }) => wordless),
  };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
