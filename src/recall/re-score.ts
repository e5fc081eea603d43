import type { Episode } from "../memory/episode.js";
import { sameScope } from "../memory/scope.js";
import type { CompareEnvironments, EnvironmentMatch } from "./environment-match.js";
import type { RecallQuery } from "./recall.js";
import type { Relevant } from "./relevance.js";
import { WEIGHTS } from "./weights.js";

const DAY = 24 * 60 * 60 * 1000;

export interface Scored {
  episode: Episode;
  hit: Relevant;
  score: number;
  environment: EnvironmentMatch;
  sharedEntities: string[];
  ageDays: number;
  sameRepository: boolean;
}

/** Relevance, times what is known of how far the memory can be trusted here. */
export function reScore(
  episode: Episode,
  hit: Relevant,
  query: RecallQuery,
  now: number,
  compare: CompareEnvironments,
): Scored {
  const environment = compare(query.environment, episode.environment);
  const ageDays = Math.max(0, (now - Date.parse(episode.created_at)) / DAY);
  const sameRepository = sameScope(query.reader.scope, episode.scope);
  const score =
    hit.relevance *
    (WEIGHTS.confidenceFloor + (1 - WEIGHTS.confidenceFloor) * episode.confidence) *
    WEIGHTS.environment[environment.match] *
    (sameRepository ? 1 : WEIGHTS.otherRepository);
  return {
    episode,
    hit,
    score,
    environment,
    sharedEntities: sharedEntities(query, episode),
    ageDays,
    sameRepository,
  };
}

function sharedEntities(query: RecallQuery, episode: Episode): string[] {
  const asked = new Set(query.entities.map(({ kind, value }) => `${kind} ${value.toLowerCase()}`));
  const shared = episode.entities.filter(({ kind, value }) => asked.has(`${kind} ${value.toLowerCase()}`));
  return [...new Set(shared.map(({ value }) => value))];
}
