import type { Episode } from "../../episode.js";
import type { ArchiveRecord, AppendedFact, Attribution } from "../episode-log.js";
import type { Scope } from "../../scope.js";
import type { EpisodeTable, FactTable, ScopeColumns } from "./tables.js";

/** A fact as an export carries it: whether it holds is worked out by whoever folds. */
export type FactRecord = Extract<ArchiveRecord, { type: "fact" }>["fact"];

export function toEpisodeRow(episode: Episode, change: number): EpisodeTable {
  return {
    id: episode.id,
    ...toScopeColumns(episode.scope),
    thread: toColumnText(episode.thread),
    seq: episode.seq,
    kind: episode.kind,
    source: episode.provenance.source,
    comment_id: episode.provenance.comment_id,
    fingerprint: episode.outcome?.failure_case?.fingerprint ?? null,
    search_text: searchTextOf(episode),
    created_ms: Date.parse(episode.created_at),
    body: JSON.stringify(episode),
    status: episode.status,
    gold: episode.gold === undefined ? 0 : 1,
    change,
  };
}

/** Lower case, of what a person would look for. */
export function searchTextOf(episode: Episode): string {
  const parts = [
    episode.summary,
    ...episode.symptoms,
    episode.action?.command ?? "",
    episode.outcome?.failure_case?.root_line ?? "",
    ...episode.entities.map(({ value }) => value),
    ...episode.tags,
  ];
  return toColumnText(parts.filter((part) => part !== "").join("\n")).toLowerCase();
}

export function toEpisode(row: Pick<EpisodeTable, "body">): Episode {
  return JSON.parse(row.body) as Episode;
}

export function toFactRow(record: FactRecord, change: number): FactTable {
  const { fact, attribution } = record;
  return {
    change,
    id: record.id,
    episode_id: fact.episode,
    ...toScopeColumns(record.scope),
    kind: fact.kind,
    same_key: sameKeyOf(record),
    undoes: fact.kind === "undo" ? fact.undoes : null,
    body: JSON.stringify(fact),
    author: toColumnText(attribution.by),
    at: attribution.at,
    why: toColumnText(attribution.why),
  };
}

export function toFactRecord(row: FactTable): FactRecord {
  return {
    id: row.id,
    scope: toScope(row),
    fact: JSON.parse(row.body) as AppendedFact["fact"],
    attribution: toAttribution(row),
  };
}

export function toAttribution(row: Pick<FactTable, "author" | "at" | "why">): Attribution {
  return { by: row.author, at: row.at, why: row.why };
}

/** Two facts with one key say the same: the same hand, the same run or source, the same content. */
export function sameKeyOf({ fact, attribution }: Pick<FactRecord, "fact" | "attribution">): string {
  return toColumnText(JSON.stringify([fact.kind, ...contentOf(fact), attribution.by]));
}

function contentOf(fact: AppendedFact["fact"]): (string | null)[] {
  switch (fact.kind) {
    case "status":
      return [fact.status, fact.resolved_by ?? null];
    case "link":
      return [fact.link.type, fact.link.to];
    case "gold":
      return [fact.gold?.by ?? null, fact.gold?.permalink ?? null];
    case "counter":
      return [fact.counter, fact.run];
    case "evidence":
      return [fact.weight, fact.source];
    case "correction":
      return [fact.summary];
    case "undo":
      return [fact.undoes];
  }
}

export function toScopeColumns(scope: Scope): ScopeColumns {
  return {
    installation: scope.installation,
    repository: scope.repository,
    visibility: scope.visibility,
  };
}

export function toScope(row: ScopeColumns): Scope {
  return { installation: row.installation, repository: row.repository, visibility: row.visibility };
}

/** Postgres refuses the NUL character in text; JSON bodies carry it escaped. */
export function toColumnText(text: string): string {
  return text.replaceAll("\u0000", " ");
}
