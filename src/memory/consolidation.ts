import type { Closing } from "../chain/closing.js";
import { findResolution } from "../chain/find-resolution.js";
import type { Episode, EpisodeLink, EpisodeStatus } from "./episode.js";
import { sameScope } from "./scope.js";

/** How an episode stands, and what settled it. */
export interface Standing {
  status: EpisodeStatus;
  resolved_by?: string;
}

/** What is answered once the issue is: the fault itself, and what was asked and found on the way. */
const RESOLVABLE: ReadonlySet<Episode["kind"]> = new Set([
  "report",
  "question",
  "observation",
  "diagnosis",
  "attempt",
]);

export function isResolvable({ kind, outcome }: Episode): boolean {
  return RESOLVABLE.has(kind) && !(kind === "attempt" && outcome?.success === false);
}

/**
 * What closing says of the chain's episodes, by id; those that it leaves as they are are not in it. "not_planned"
 * resolves nothing; a duplicate is located in the canonical issue, and resolved there. Failed attempts stay what they
 * are: evidence that they failed.
 */
export function closedStandings(chain: readonly Episode[], closing: Closing): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  if (closing.reason === "not_planned") return standings;
  const isDuplicate = closing.reason === "duplicate";
  const resolution = isDuplicate ? null : findResolution(chain);
  const by = resolution?.id ?? closing.target;
  const status = isDuplicate ? "located" : "resolved";
  for (const episode of chain) {
    const isOpen = episode.status === "open" || episode.status === "located";
    if (episode.id !== resolution?.id && isOpen && isResolvable(episode))
      standings.set(episode.id, { status, ...(by === null ? {} : { resolved_by: by }) });
  }
  if (resolution !== null) standings.set(resolution.id, { status: "resolved" });
  return standings;
}

/** Links from the resolution to what it resolves, and to the change in which it was applied; beside those it has. */
export function closingLinks(
  chain: readonly Episode[],
  closing: Closing,
): { episode: string; link: EpisodeLink }[] {
  const resolution = findResolution(chain);
  if (resolution === null || closing.reason === "not_planned" || closing.reason === "duplicate") return [];
  const resolved = chain.filter(
    ({ id, kind, status, outcome }) =>
      id !== resolution.id &&
      status !== "superseded" &&
      (kind === "report" || (kind === "observation" && outcome?.failure_case !== undefined)),
  );
  const links: EpisodeLink[] = resolved.map(({ id }) => ({ type: "resolves", to: id }));
  if (closing.target !== null) links.push({ type: "applied_in", to: closing.target });
  return links.map((link) => ({ episode: resolution.id, link }));
}

/** At least so alike are two texts that say the same. */
const SAME_COSINE = 0.92;

/**
 * Near-duplicates are linked, not multiplied: two of different threads of one repository that share a fingerprint, or
 * whose texts are as good as equal (`cosine`; null where nothing embeds) and name the same things.
 */
export function isNearDuplicate(a: Episode, b: Episode, cosine: number | null): boolean {
  if (a.thread === b.thread || !sameScope(a.scope, b.scope)) return false;
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)];
  if (first !== null && second !== null) return first === second;
  return cosine !== null && cosine >= SAME_COSINE && entityKey(a) === entityKey(b);
}

export function fingerprintOf(episode: Episode): string | null {
  return episode.outcome?.failure_case?.fingerprint ?? null;
}

function entityKey({ entities }: Episode): string {
  const keys = entities.map(
    ({ kind, value, normalized }) => `${kind}:${(normalized ?? value).toLowerCase()}`,
  );
  return [...new Set(keys)].sort().join("\n");
}
