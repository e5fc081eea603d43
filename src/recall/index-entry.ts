import type { Episode } from "../memory/episode.js";
import type { IndexEntry } from "../memory/index/recall-index.js";
import { type Abstract, searchableEntities } from "./search-text.js";

/** What of an episode is searched: one entry an episode, abstracted text only. */
export function toIndexEntry(episode: Episode, abstract: Abstract): Omit<IndexEntry, "vector"> {
  const failure = episode.outcome?.failure_case;
  const [title, said] = splitSummary(episode.summary);
  const lines = [
    ...episode.symptoms,
    episode.action?.command ?? "",
    failure?.root_line ?? "",
    failure?.root_cause ?? "",
    episode.outcome?.excerpt ?? "",
  ];
  const text = [said, ...lines.filter((line) => line !== title && !said.includes(line))];
  return {
    id: episode.id,
    scope: episode.scope,
    thread: episode.thread,
    kind: episode.kind,
    status: episode.status,
    source: episode.provenance.source,
    title: abstract(title),
    text: abstract(text.filter((part) => part !== "").join("\n")),
    fingerprints: failure === undefined ? [] : [failure.fingerprint],
    error_types: failure === undefined ? [] : [failure.error_type],
    ecosystems: failure === undefined ? [] : [failure.ecosystem],
    entities: searchableEntities([...episode.entities, ...(failure?.key_entities ?? [])], abstract),
    os_family: episode.environment.os_family?.value ?? null,
    confidence: episode.confidence,
    gold: episode.gold !== undefined,
    created_at: Date.parse(episode.created_at),
  };
}

/** The first line is the title (of a report: the issue's), the rest what was said. */
function splitSummary(summary: string): [title: string, rest: string] {
  const end = summary.indexOf("\n");
  return end === -1 ? [summary, ""] : [summary.slice(0, end), summary.slice(end + 1)];
}
