import type { Episode } from "../memory/episode.js";
import type { RecallReason } from "./recalled.js";
import type { Scored } from "./re-score.js";

/** One line per signal that spoke, strongest first within its kind. `told`: the episode that speaks for the memory. */
export function explain(scored: Scored, told: Episode): RecallReason[] {
  const { hit, episode } = scored;
  const reasons: (RecallReason | null)[] = [
    hit.fingerprint
      ? {
          signal: "fingerprint",
          score: 1,
          text: "the same error, up to names, paths and numbers",
        }
      : null,
    hit.lexical === null
      ? null
      : {
          signal: "lexical",
          score: hit.lexical.score,
          text: `shares its words (${lexicalPlace(hit.lexical.rank)})`,
        },
    hit.dense === null
      ? null
      : {
          signal: "dense",
          score: hit.dense.score,
          text: `says something alike (cosine ${hit.dense.score.toFixed(2)})`,
        },
    entityReason(scored),
    environmentReason(scored),
    { signal: "confidence", score: episode.confidence, text: confidenceText(told) },
    scored.ageDays < 90
      ? { signal: "recency", score: 1, text: `${Math.round(scored.ageDays)} days old` }
      : null,
    scored.sameRepository ? { signal: "same_repository", score: 1, text: "from this repository" } : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

function lexicalPlace(rank: number): string {
  return rank === 1 ? "closest of all" : `number ${rank} of all`;
}

function entityReason({ sharedEntities }: Scored): RecallReason | null {
  if (sharedEntities.length === 0) return null;
  const named = sharedEntities.slice(0, 3).join(", ");
  return {
    signal: "entities",
    score: Math.min(1, sharedEntities.length / 3),
    text: `about the same ${named}`,
  };
}

function environmentReason({ environment }: Scored): RecallReason | null {
  if (environment.match === "unknown") return null;
  if (environment.match === "match") return { signal: "environment", score: 1, text: "a like environment" };
  return {
    signal: "environment",
    score: 0,
    text: `another environment: ${environment.differences.join("; ")}`,
  };
}

function confidenceText({ gold, confidence, provenance }: Episode): string {
  const told = confidence.toFixed(2);
  if (gold !== undefined) return `marked as gold by ${gold.by}, confidence ${told}`;
  return `confidence ${told} (${provenance.source.replace("_", ", ")})`;
}
