import type { Situation } from "../planner.js";
import { FALLBACK_PLAYBOOK, PLAYBOOKS } from "./classes/all.js";
import type { Playbook } from "./playbook.js";

export interface Recognition {
  playbook: Playbook;
  /** 0 where nothing speaks for it. */
  score: number;
}

/** What the root failure's type says outweighs words; a later failure is often a consequence of the first. */
const WEIGHT = { root_failure: 6, other_failure: 1.5, title: 2.5, symptom: 0.75, report: 0.6 } as const;
/** Each further pattern of a class is weaker evidence than the one before it. */
const BY_RANK = [1, 0.7, 0.4, 0.3] as const;
const FEW = 12;
/** Below it, a word in passing is all there is. */
const LEAST = 0.5;
/** Classes in which nothing has failed: a log in the thread speaks against them. */
const NOTHING_FAILED: ReadonlySet<string> = new Set(["question", "feature-request"]);

/** All classes that something speaks for, the likeliest first; the fall-back class where there is none. */
export function recognise(situation: Situation): Recognition[] {
  const ranked = PLAYBOOKS.map((playbook) => ({ playbook, score: scoreOf(playbook, situation) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score);
  return ranked.length > 0 ? ranked : [{ playbook: FALLBACK_PLAYBOOK, score: 0 }];
}

function scoreOf(playbook: Playbook, { chain }: Situation): number {
  const [root, ...others] = chain.failures;
  let score = 0;
  if (root !== undefined && playbook.error_types.includes(root.error_type))
    score += WEIGHT.root_failure * root.confidence;
  if (others.some((failure) => playbook.error_types.includes(failure.error_type)))
    score += WEIGHT.other_failure;
  score += WEIGHT.title * wordScore(playbook, [chain.title]);
  score +=
    WEIGHT.symptom *
    wordScore(playbook, [...(root === undefined ? [] : [root.root_line]), ...chain.symptoms.slice(0, FEW)]);
  if (!NOTHING_FAILED.has(playbook.name))
    score +=
      WEIGHT.report *
      wordScore(
        playbook,
        chain.episodes.filter(({ kind }) => kind === "report").map(({ summary }) => summary),
      );
  if (NOTHING_FAILED.has(playbook.name) && root !== undefined) score -= WEIGHT.root_failure * root.confidence;
  return score;
}

/** The best rank that any of the texts reaches. */
function wordScore(playbook: Playbook, texts: readonly string[]): number {
  const at = playbook.words.findIndex((pattern) => texts.some((text) => pattern.test(text.slice(0, 2_000))));
  return at === -1 ? 0 : (BY_RANK[at] ?? 0.2);
}
