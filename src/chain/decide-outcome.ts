import type { Episode } from "../memory/episode.js";
import type { Thread, ThreadEvent } from "../thread/thread.js";
import { reopeningOf } from "./closing.js";
import { findResolution } from "./find-resolution.js";
import { type Decision, referenceUrl } from "./decisions.js";
import type { EpisodeBuilder } from "./episode-builder.js";
import { hashText } from "./episode-id.js";
import { addLink } from "./link-episodes.js";
import { EPOCH, type Source } from "./source.js";
import type { MadeEpisodes } from "./source-episodes.js";

/** What a maintainer or the reporter decided in words, as notes and resolutions with links to what they name. */
export function addDecisions(builder: EpisodeBuilder, { reading }: MadeEpisodes, thread: Thread): void {
  const { source, decisions } = reading;
  if (source.role === "bot") return;
  const report = builder.episodes[0];
  for (const decision of decisions.slice(0, 3)) {
    const url =
      decision.reference === null ? null : referenceUrl(decision.reference, thread.repo, thread.source_url);
    const change = decision.kind === "change" && source.role === "maintainer";
    const episode = builder.add(source, {
      kind: change ? "resolution" : "note",
      summary: decision.text,
      tags: [decision.kind, ...(decision.reference === null ? [] : [decision.reference])],
      ...(change ? { status: "located" as const } : {}),
    });
    if (change && report !== undefined) addLink(episode, "resolves", report.id);
    if (url !== null) addLink(episode, linkOf(decision), url);
  }
}

/** A duplicate confirms the fault that the other issue reports; a change is where the resolution comes from. */
function linkOf({ kind }: Decision): "confirms" | "causes" {
  return kind === "duplicate" ? "confirms" : "causes";
}

/** What GitHub's timeline says of the end. */
export function addEvents(builder: EpisodeBuilder, thread: Thread): void {
  const report = builder.episodes[0];
  const seen = new Map<string, number>();
  for (const event of thread.events) {
    const text = JSON.stringify(["event", event.kind, event.at, event.reason, event.target, event.actor]);
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    const source = eventSource(event, nth === 0 ? text : `${text} ${nth}`, thread);
    const completed = event.kind === "closed" && (event.reason === "completed" || event.reason === null);
    const change = event.kind === "referenced_by_commit" || event.kind === "connected_pull_request";
    const episode = builder.add(source, {
      kind: change ? "resolution" : "note",
      summary: sayEvent(event),
      tags: [event.kind, ...(event.reason === null ? [] : [event.reason])],
      ...(change ? { status: "located" as const } : {}),
    });
    if (report !== undefined && (change || (completed && event.target !== null)))
      addLink(episode, "resolves", report.id);
    if (event.target !== null)
      addLink(episode, event.kind === "duplicate_of" ? "confirms" : "causes", event.target);
  }
}

function sayEvent({ kind, reason, target, actor }: ThreadEvent): string {
  const what = kind.replaceAll("_", " ");
  return [what, reason === null ? "" : `as ${reason}`, target ?? "", actor === null ? "" : `by ${actor}`]
    .filter((part) => part !== "")
    .join(" ");
}

/** `text` tells the event from the others: not by its place, as GitHub gives the last ones of a long thread only. */
function eventSource(event: ThreadEvent, text: string, thread: Thread): Source {
  const at = event.at ?? thread.created_at;
  return {
    comment_id: null,
    author: event.actor ?? "",
    role: event.actor === thread.author ? "reporter" : "maintainer",
    url: thread.source_url,
    text,
    text_hash: hashText(text),
    at: at === null ? EPOCH : new Date(at).toISOString(),
    blocks: [],
    own: false,
  };
}

/**
 * A resolution that nothing later contradicts settles the report and what was seen; a contradicted one is refuted. A
 * reopened issue settles nothing, and what was said to resolve it before is in doubt: open again.
 */
export function settle(episodes: readonly Episode[], thread: Thread): void {
  const refuted = new Set(
    episodes.flatMap(({ links }) => links.filter(({ type }) => type === "contradicts").map(({ to }) => to)),
  );
  for (const episode of episodes)
    if (refuted.has(episode.id) && (episode.kind === "resolution" || episode.kind === "diagnosis"))
      episode.status = "refuted";
  const reopening = reopeningOf(thread);
  if (reopening !== null) {
    doubt(episodes, reopening.at);
    return;
  }
  const resolution = findResolution(episodes);
  if (resolution === null) return;
  for (const episode of episodes) {
    const own = episode.provenance.source === "reporter" || episode.kind === "report";
    if (!own || episode.status !== "open" || !(episode.kind === "report" || episode.kind === "observation"))
      continue;
    episode.status = resolution.status === "resolved" ? "resolved" : "located";
    episode.resolved_by = resolution.id;
  }
}

function doubt(episodes: readonly Episode[], reopenedAt: string | null): void {
  const until = reopenedAt === null ? Infinity : Date.parse(reopenedAt);
  for (const episode of episodes)
    if (
      episode.kind === "resolution" &&
      episode.status !== "refuted" &&
      Date.parse(episode.created_at) <= until
    )
      episode.status = "open";
}
