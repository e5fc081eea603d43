import { confidenceOf, type Evidence } from "./confidence.js";
import { type Counters, type Episode } from "./episode.js";
import { type AppendedFact } from "./log/episode-log.js";
import { mayRead, type ReadScope } from "./scope.js";

/** Which of one episode's facts hold: a fact does unless a later fact that holds undoes it. Oldest first. */
export function liveFactIds(facts: readonly Pick<AppendedFact, "id" | "fact">[]): Set<string> {
  const undone = new Set<string>();
  const live = new Set<string>();
  for (const { id, fact } of facts.toReversed()) {
    if (undone.has(id)) continue;
    live.add(id);
    if (fact.kind === "undo") undone.add(fact.undoes);
  }
  return live;
}

/**
 * The episode as it stands at `now` (ms since the epoch): what was written, with its facts (oldest first) folded in.
 * Links that were written from a scope that `reader` may not see are left out; null sees all.
 */
export function foldFacts(
  written: Episode,
  facts: readonly AppendedFact[],
  now: number,
  reader: ReadScope | null,
): Episode {
  const episode: Episode = { ...written, links: [...written.links], counters: { ...written.counters } };
  const evidence: Evidence[] = [];
  const counted = new Set<string>();
  for (const { fact, live, scope, attribution } of facts) {
    if (!live) continue;
    switch (fact.kind) {
      case "status":
        episode.status = fact.status;
        if (fact.resolved_by === undefined) delete episode.resolved_by;
        else episode.resolved_by = fact.resolved_by;
        break;
      case "link":
        if (reader === null || mayRead(reader, scope)) addLink(episode, fact.link);
        break;
      case "gold":
        if (fact.gold === null) delete episode.gold;
        else episode.gold = fact.gold;
        break;
      case "counter":
        countOnce(episode.counters, counted, fact.counter, fact.run);
        break;
      case "evidence":
        evidence.push({ weight: fact.weight, at: Date.parse(attribution.at) });
        break;
      case "correction":
        episode.summary = fact.summary;
        break;
      case "undo":
        break;
    }
  }
  episode.confidence = confidenceOf(episode.provenance.source, evidence, episode.gold !== undefined, now);
  return episode;
}

function addLink(episode: Episode, link: Episode["links"][number]): void {
  if (!episode.links.some(({ type, to }) => type === link.type && to === link.to)) episode.links.push(link);
}

/** A run counts once, whoever reports it. */
function countOnce(counters: Counters, counted: Set<string>, counter: keyof Counters, run: string): void {
  const key = `${counter} ${run}`;
  if (counted.has(key)) return;
  counted.add(key);
  counters[counter] += 1;
}
