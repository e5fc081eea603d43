import { v5 as uuidv5 } from "uuid";
import { fingerprintOf, isNearDuplicate } from "../memory/consolidation.js";
import { type Episode, EpisodeStatus } from "../memory/episode.js";
import type { Experience } from "../memory/experience.js";
import { formExperience, type SolvedCase } from "../memory/form-experience.js";
import type { FactChange } from "../memory/log/episode-log.js";
import type { ReadScope, Scope } from "../memory/scope.js";
import { changesToward, MNEME, type WantedFact } from "../memory/wanted-facts.js";
import { groupBy } from "../util/group-by.js";
import type { LearningLog, Occasion } from "./learn-from-thread.js";

const EXPERIENCE_NAMESPACE = "a5c7c1d4-3f0e-5b7a-9a40-2f6b8e1d7c03";

/** The newest cases of a fault that an experience is made of: more teach no more. */
const MOST_CASES = 50;

/** Cases that are linked anew where an earlier first case becomes known. */
const MOST_LINKED = 1_000;

const NOT_SUPERSEDED = EpisodeStatus.options.filter((status) => status !== "superseded");

/**
 * The failures of threads join those of other threads of the repository: later cases of one fault are linked to its
 * first, and three of them make an experience. Many threads at once come to the same as one after the other, and
 * each fault is looked at once.
 *
 * @param episodes all episodes of the threads, as they stand
 */
export async function consolidateCases(
  episodes: readonly Episode[],
  log: LearningLog,
  scope: Scope,
  occasion: Occasion,
): Promise<void> {
  const byFault = groupBy(episodes, (episode) =>
    episode.status === "superseded" ? null : fingerprintOf(episode),
  );
  for (const [fingerprint, own] of byFault) {
    const first = await firstCase(fingerprint, log, scope);
    if (first === null) continue;
    const isNewFirst = own.some(({ id }) => id === first.id);
    const newest = await newestCases(fingerprint, log, scope, isNewFirst ? MOST_LINKED : MOST_CASES);
    const linked = isNewFirst ? newest : newest.filter((one) => isLinkedElsewhere(one, first));
    const unsettled = casesIn([...own, ...linked, first]).filter((one) => !isSettled(one, first));
    await log.changeFacts(scope, await duplicateLinks(first, unsettled, log, scope, occasion));
    const cases = casesIn([...newest, ...own]).slice(-MOST_CASES);
    await updateExperience(fingerprint, cases, log, scope);
  }
}

/** The same one however many there are: a window over the newest would begin with another each time. */
async function firstCase(fingerprint: string, log: LearningLog, scope: Scope): Promise<Episode | null> {
  const [first] = await log.list(readerOf(scope), {
    own: true,
    fingerprints: [fingerprint],
    statuses: NOT_SUPERSEDED,
    oldest_first: true,
    limit: 1,
  });
  return first ?? null;
}

async function newestCases(
  fingerprint: string,
  log: LearningLog,
  scope: Scope,
  limit: number,
): Promise<Episode[]> {
  return await log.list(readerOf(scope), {
    own: true,
    fingerprints: [fingerprint],
    statuses: NOT_SUPERSEDED,
    limit,
  });
}

/** One case a thread, in order of time: the first episode that shows the fault. */
function casesIn(episodes: readonly Episode[]): Episode[] {
  const byThread = new Map<string, Episode>();
  for (const episode of episodes.toSorted(inTime))
    if (!byThread.has(episode.thread)) byThread.set(episode.thread, episode);
  return [...byThread.values()];
}

function inTime(a: Episode, b: Episode): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.seq - b.seq || (a.id < b.id ? -1 : 1);
}

/** Whether it is linked as a case to its first, and to nothing else: as nearly all are, so that nothing more is read. */
function isSettled(episode: Episode, first: Episode): boolean {
  const isFirst = episode.id === first.id;
  return !isLinkedElsewhere(episode, first) && isFirst !== confirmed(episode).some((id) => id === first.id);
}

function isLinkedElsewhere(episode: Episode, first: Episode): boolean {
  return confirmed(episode).some((id) => id !== first.id);
}

function confirmed({ links }: Episode): string[] {
  return links.flatMap(({ type, to }) => (type === "confirms" ? [to] : []));
}

async function duplicateLinks(
  first: Episode,
  unsettled: readonly Episode[],
  log: LearningLog,
  scope: Scope,
  occasion: Occasion,
): Promise<FactChange[]> {
  if (unsettled.length === 0) return [];
  const attribution = { by: MNEME, at: occasion.at, why: "the same fault" };
  const wanted: WantedFact[] = unsettled
    .filter((episode) => isNearDuplicate(first, episode, null))
    .map(({ id }) => ({
      fact: { kind: "link", episode: id, link: { type: "confirms", to: first.id } },
      attribution,
    }));
  const history = await log.facts(
    readerOf(scope),
    unsettled.map(({ id }) => id),
  );
  const owned = history.filter(
    ({ fact, attribution: { by } }) =>
      fact.kind === "undo" || (by === MNEME && fact.kind === "link" && fact.link.type === "confirms"),
  );
  return changesToward(wanted, owned, attribution);
}

async function updateExperience(
  fingerprint: string,
  cases: readonly Episode[],
  log: LearningLog,
  scope: Scope,
): Promise<void> {
  const id = experienceId(scope, fingerprint);
  const known = (await log.experiences(readerOf(scope), fingerprint)).find((one) => one.id === id) ?? null;
  const formed = formExperience(id, await withResolutions(cases, log, scope), known);
  if (formed !== null && !isSame(formed, known)) await log.saveExperience(scope, formed);
}

export function experienceId({ installation, repository }: Scope, fingerprint: string): string {
  return uuidv5(JSON.stringify([installation, repository, fingerprint]), EXPERIENCE_NAMESPACE);
}

/** A case with what resolved it: the episode that its standing names. */
async function withResolutions(
  cases: readonly Episode[],
  log: LearningLog,
  scope: Scope,
): Promise<SolvedCase[]> {
  const named = cases.flatMap((one) => resolvedBy(one) ?? []);
  const resolutions = new Map(
    (await log.get(readerOf(scope), named)).map((episode) => [episode.id, episode]),
  );
  return cases.map((failure) => ({
    failure,
    resolution: resolutions.get(resolvedBy(failure) ?? "") ?? null,
  }));
}

function resolvedBy({ status, resolved_by }: Episode): string | null {
  return status === "resolved" ? (resolved_by ?? null) : null;
}

function isSame(formed: Experience, known: Experience | null): boolean {
  return JSON.stringify(formed) === JSON.stringify(known);
}

function readerOf(scope: Scope): ReadScope {
  return { scope, share: "repository" };
}
