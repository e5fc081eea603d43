import type { Episode } from "./episode.js";
import type { EpisodeFact } from "./log/episode-log.js";
import { sameScope } from "./scope.js";

/** How an issue was closed. */
export interface Closing {
  /** GitHub's reason: completed, not_planned, duplicate …; null where it gave none (then it counts as completed). */
  reason: string | null;
  /** URL of the commit, pull request or canonical issue behind it, where there is one. */
  target: string | null;
}

/** What is answered once the issue is: the fault itself, and what was asked and found on the way. */
const RESOLVABLE: ReadonlySet<Episode["kind"]> = new Set([
  "report",
  "question",
  "observation",
  "diagnosis",
  "attempt",
]);

/** The episode that says what resolved the issue: the last one that worked, one run by us before one told. */
export function findResolution(chain: readonly Episode[]): Episode | null {
  const candidates = chain.filter(
    ({ kind, status, outcome }) =>
      kind === "resolution" && status !== "refuted" && status !== "superseded" && outcome?.success !== false,
  );
  const verified = candidates.filter(({ provenance }) => provenance.source === "sandbox_verified");
  return (verified.length > 0 ? verified : candidates).at(-1) ?? null;
}

/**
 * Closing links the chain to what resolved it and updates statuses. "not_planned" resolves nothing; a duplicate is
 * resolved by the canonical issue. Failed attempts stay what they are: evidence that they failed.
 */
export function closingFacts(chain: readonly Episode[], closing: Closing): EpisodeFact[] {
  if (closing.reason === "not_planned") return [];
  const resolution = findResolution(chain);
  const resolvedBy = closing.reason === "duplicate" ? closing.target : (resolution?.id ?? closing.target);
  const open = chain.filter(
    ({ id, kind, status, outcome }) =>
      id !== resolution?.id &&
      RESOLVABLE.has(kind) &&
      (status === "open" || status === "located") &&
      !(kind === "attempt" && outcome?.success === false),
  );
  const facts: EpisodeFact[] = open.map(({ id }) => ({
    episode: id,
    kind: "status",
    status: "resolved",
    ...(resolvedBy === null ? {} : { resolved_by: resolvedBy }),
  }));
  if (resolution === null || closing.reason === "duplicate") return facts;
  if (resolution.status !== "resolved")
    facts.push({ episode: resolution.id, kind: "status", status: "resolved" });
  const reports = chain.filter(
    ({ kind, outcome }) => kind === "report" || outcome?.failure_case !== undefined,
  );
  for (const { id } of reports)
    if (id !== resolution.id)
      facts.push({ episode: resolution.id, kind: "link", link: { type: "resolves", to: id } });
  if (closing.target !== null)
    facts.push({ episode: resolution.id, kind: "link", link: { type: "applied_in", to: closing.target } });
  return facts;
}

/** Reopening takes back what closing said: the episodes that it had resolved are open again. */
export function reopeningFacts(chain: readonly Episode[]): EpisodeFact[] {
  return chain
    .filter(({ kind, status }) => status === "resolved" && RESOLVABLE.has(kind))
    .map(({ id }) => ({ episode: id, kind: "status", status: "open" }));
}

/** At least so alike are two texts that say the same. */
const SAME_COSINE = 0.92;

export interface Comparable {
  episode: Episode;
  /** Unit vector, null where nothing embeds. */
  vector: Float32Array | null;
}

/**
 * Near-duplicates are linked, not multiplied: the later of two that share scope and fingerprint, or whose texts are
 * as good as equal and name the same things, confirms the earlier. Only across threads: one thread repeats itself.
 */
export function nearDuplicateFacts(known: readonly Comparable[], added: Comparable): EpisodeFact[] {
  return known
    .filter(({ episode }) => episode.thread !== added.episode.thread)
    .filter(({ episode }) => sameScope(episode.scope, added.episode.scope))
    .filter((other) => isNearDuplicate(other, added))
    .map(({ episode }) => ({
      episode: added.episode.id,
      kind: "link",
      link: { type: "confirms", to: episode.id },
    }));
}

function isNearDuplicate(a: Comparable, b: Comparable): boolean {
  const [first, second] = [fingerprintOf(a.episode), fingerprintOf(b.episode)];
  if (first !== null && second !== null) return first === second;
  const [one, other] = [a.vector, b.vector];
  if (one?.length !== other?.length || one === null || other === null) return false;
  return cosine(one, other) >= SAME_COSINE && entityKey(a.episode) === entityKey(b.episode);
}

export function fingerprintOf(episode: Episode): string | null {
  return episode.outcome?.failure_case?.fingerprint ?? null;
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function entityKey({ entities }: Episode): string {
  const keys = entities.map(
    ({ kind, value, normalized }) => `${kind}:${(normalized ?? value).toLowerCase()}`,
  );
  return [...new Set(keys)].sort().join("\n");
}
