import type { Chain } from "../chain/chain.js";
import { type Closing, isCompleted, reopeningOf } from "../chain/closing.js";
import type { Episode } from "../memory/episode.js";
import type { AppendedFact } from "../memory/log/episode-log.js";
import { outcomeFacts } from "../memory/outcomes.js";
import { MNEME, type WantedFact } from "../memory/wanted-facts.js";
import { episodesOf, type Recalled } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";
import { verdictOfSteps } from "./verdict-of-steps.js";

/** Whether a way that was proposed held, as far as anybody can tell. */
export interface Verdict {
  held: boolean;
  /** ISO time. */
  at: string;
  why: string;
  /** It was run anew rather than told. */
  rerun: boolean;
}

interface AfterRun {
  thread: Thread;
  chain: Pick<Chain, "episodes">;
  closing: Closing | null;
}

/** Ids of the memories that plans of these runs cited. */
export function usedMemories(runs: readonly RunRecord[]): string[] {
  return [
    ...new Set(
      runs.flatMap((run) =>
        citedIn(run)
          .flatMap(episodesOf)
          .map(({ id }) => id),
      ),
    ),
  ];
}

/**
 * What came of the memories that runs of this thread followed. The reporter's last word after the answer goes before
 * the closing as completed, that before what the sandbox saw; a reopening takes back all that was said before it.
 *
 * @param used the memories as they stand in the log: what is gone is not credited
 */
export function outcomesOf(
  runs: readonly RunRecord[],
  used: readonly Episode[],
  after: AfterRun,
): WantedFact[] {
  const known = new Set(used.map(({ id }) => id));
  const wanted = runs.flatMap((run) => {
    const told = verdictOfThread(run, after);
    return citedIn(run).flatMap((memory) => {
      const verdict = told ?? verdictOfSteps(run, memory);
      if (verdict === null) return [];
      const outcome = {
        run: run.run_id,
        thread: run.thread,
        held: verdict.held,
        environment: memory.environment_match,
        rerun: verdict.rerun,
      };
      const attribution = { by: MNEME, at: verdict.at, why: verdict.why };
      return episodesOf(memory)
        .filter(({ id }) => known.has(id))
        .flatMap((episode) => outcomeFacts(episode, outcome).map((fact) => ({ fact, attribution })));
    });
  });
  // Several runs of one thread are one confirmation: the first that told.
  return [...new Map(wanted.toReversed().map((entry) => [JSON.stringify(entry.fact), entry])).values()];
}

/** Whether a fact, or the taking back of one, is an outcome in this thread. */
export function isOutcomeOf(thread: string, runs: readonly RunRecord[]): (entry: AppendedFact) => boolean {
  const ids = new Set(runs.map(({ run_id }) => run_id));
  return ({ fact, attribution }) => {
    if (fact.kind === "undo") return true;
    if (attribution.by !== MNEME) return false;
    if (fact.kind === "evidence") return fact.source === thread;
    return (
      fact.kind === "counter" && (fact.counter === "helped" || fact.counter === "failed") && ids.has(fact.run)
    );
  };
}

function citedIn(run: RunRecord): Recalled[] {
  const cited = new Set(run.steps.flatMap(({ plan }) => plan.cites));
  return run.recall.recalled.filter(({ label }) => cited.has(label));
}

function verdictOfThread(run: RunRecord, { thread, chain, closing }: AfterRun): Verdict | null {
  const reopening = reopeningOf(thread);
  const reopenedAt = reopening === null ? -Infinity : timeOf(reopening.at, Infinity);
  const later = commentsAfter(run, thread);
  const word = chain.episodes
    .filter(
      ({ provenance }) => provenance.author_role === "reporter" && later.has(provenance.comment_id ?? ""),
    )
    .filter(
      ({ tags, created_at }) =>
        tags.includes("still_broken") || (tags.includes("fixed") && Date.parse(created_at) > reopenedAt),
    )
    .at(-1);
  if (word !== undefined) {
    const held = word.tags.includes("fixed");
    return {
      held,
      at: word.created_at,
      rerun: false,
      why: held ? "the reporter confirmed it" : "the reporter says that it did not help",
    };
  }
  const began = Date.parse(run.started_at);
  if (closing === null || !isCompleted(closing) || timeOf(closing.at, Infinity) < began) return null;
  const at = closing.at === null ? run.started_at : new Date(closing.at).toISOString();
  return { held: true, at, rerun: false, why: "closed as completed after it" };
}

/** Comments that were written after the run was asked for. Undated ones go by their place. */
function commentsAfter({ trigger, started_at }: RunRecord, { comments }: Thread): Set<string> {
  const asked = comments.findIndex(({ id }) => id === trigger.comment_id);
  const began = Date.parse(started_at);
  return new Set(
    comments
      .slice(asked + 1)
      .filter(({ created_at }) => timeOf(created_at, Infinity) >= began)
      .map(({ id }) => id),
  );
}

function timeOf(time: string | null, unknown: number): number {
  return time === null ? unknown : Date.parse(time);
}
