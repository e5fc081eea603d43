import { v5 as uuidv5 } from "uuid";
import { fingerprintOf, isNearDuplicate } from "../memory/consolidation.js";
import type { Episode } from "../memory/episode.js";
import type { Experience } from "../memory/experience.js";
import { formExperience, type SolvedCase } from "../memory/form-experience.js";
import type { FactChange } from "../memory/log/episode-log.js";
import type { ReadScope, Scope } from "../memory/scope.js";
import { changesToward, MNEME, type WantedFact } from "../memory/wanted-facts.js";
import type { LearningLog, Occasion } from "./learn-from-thread.js";

const EXPERIENCE_NAMESPACE = "a5c7c1d4-3f0e-5b7a-9a40-2f6b8e1d7c03";

/** The newest cases of a fault that are looked at: more teach no more. */
const MOST_CASES = 50;

/**
 * The failures of a thread join those of other threads of the repository: later cases of one fault are linked to its
 * first, and three of them make an experience. `episodes`: the thread's, as they stand.
 */
export async function consolidateCases(
  episodes: readonly Episode[],
  log: LearningLog,
  scope: Scope,
  occasion: Occasion,
): Promise<void> {
  const failing = episodes
    .filter(({ status }) => status !== "superseded")
    .flatMap((episode) => fingerprintOf(episode) ?? []);
  for (const fingerprint of new Set(failing)) {
    const cases = await casesOf(fingerprint, log, scope);
    await log.changeFacts(scope, await duplicateLinks(cases, log, scope, occasion));
    await updateExperience(fingerprint, cases, log, scope);
  }
}

/** One case a thread, in order of time: the first episode that shows the fault. */
async function casesOf(fingerprint: string, log: LearningLog, scope: Scope): Promise<Episode[]> {
  const found = await log.list(readerOf(scope), {
    own: true,
    fingerprints: [fingerprint],
    limit: MOST_CASES,
  });
  const byThread = new Map<string, Episode>();
  for (const episode of found.toSorted(inTime))
    if (episode.status !== "superseded" && !byThread.has(episode.thread))
      byThread.set(episode.thread, episode);
  return [...byThread.values()];
}

function inTime(a: Episode, b: Episode): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.seq - b.seq || (a.id < b.id ? -1 : 1);
}

async function duplicateLinks(
  cases: readonly Episode[],
  log: LearningLog,
  scope: Scope,
  occasion: Occasion,
): Promise<FactChange[]> {
  const [first, ...later] = cases;
  if (first === undefined || later.length === 0) return [];
  const attribution = { by: MNEME, at: occasion.at, why: "the same fault" };
  const wanted: WantedFact[] = later
    .filter((episode) => isNearDuplicate(first, episode, null))
    .map(({ id }) => ({
      fact: { kind: "link", episode: id, link: { type: "confirms", to: first.id } },
      attribution,
    }));
  const history = await log.facts(
    readerOf(scope),
    cases.map(({ id }) => id),
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
