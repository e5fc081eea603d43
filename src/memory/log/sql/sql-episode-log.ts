import type { Episode } from "../../episode.js";
import type { Experience } from "../../experience.js";
import type { ReadScope, Scope } from "../../scope.js";
import type {
  AppendedFact,
  ArchiveRecord,
  Attribution,
  Batches,
  Bookmarks,
  EpisodeArchive,
  EpisodeFact,
  EpisodeFilter,
  EpisodeLog,
  EraseTarget,
  FactChange,
  FactHistory,
  ImportCounts,
  MovedNames,
  Relocation,
  ReplyWatch,
  RunFilter,
  RunHistory,
  SpentByRuns,
  TenantList,
  ThreadPlace,
  WatchedReply,
} from "../episode-log.js";
import { appendEpisodes } from "./append-episodes.js";
import { appendFact, applyChanges, undoFact } from "./append-facts.js";
import { getBookmark, putBookmark } from "./bookmarks.js";
import { exportAll, importAll } from "./archive.js";
import { readChanges } from "./changes.js";
import { listExperiences, putExperience } from "./documents.js";
import { getRun, listRuns, putRun, sumSpent } from "./runs.js";
import { makePrivate, moveThread, renameThreads } from "./relocate.js";
import { dueReplies, scheduleReplies, watchReply } from "./reply-watch.js";
import { eraseEpisodes } from "./erase.js";
import { getEpisodes, listEpisodes, readChain, readFacts, visibleIds } from "./read-episodes.js";
import { mayRead } from "../../scope.js";
import type { Store } from "./sql-store.js";
import { countAll, listTenants } from "./stats.js";
import { redactValue } from "../../redaction/redact-value.js";

/** The log of record on either database: each method is one read or one write transaction. */
export class SqlEpisodeLog
  implements
    EpisodeLog,
    FactHistory,
    RunHistory,
    TenantList,
    EpisodeArchive,
    Bookmarks,
    ReplyWatch,
    Batches,
    Relocation
{
  readonly #store: Store;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch: confidence fades with it. */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async together<T>(work: (log: SqlEpisodeLog) => Promise<T>): Promise<T> {
    return await this.#store.together((joined) => work(new SqlEpisodeLog(joined, this.#now)));
  }

  async append(episodes: readonly Episode[]): Promise<{ added: number; known: number }> {
    const redacted = redactValue(episodes);
    return await this.#store.write((db) => appendEpisodes(db, redacted));
  }

  async addFact(scope: Scope, fact: EpisodeFact, attribution: Attribution): Promise<string> {
    return await this.#store.write((db) => appendFact(db, scope, redactValue(fact), redactWhy(attribution)));
  }

  async undoFact(scope: Scope, factId: string, attribution: Attribution): Promise<boolean> {
    return await this.#store.write((db) => undoFact(db, scope, factId, redactWhy(attribution)));
  }

  async changeFacts(scope: Scope, changes: readonly FactChange[]): Promise<void> {
    if (changes.length === 0) return;
    const redacted = changes.map((change) => ({
      ...("add" in change ? { add: redactValue(change.add) } : { undo: change.undo }),
      attribution: redactWhy(change.attribution),
    }));
    await this.#store.write((db) => applyChanges(db, scope, redacted));
  }

  async get(reader: ReadScope, ids: readonly string[]): Promise<Episode[]> {
    return await this.#store.read((db) => getEpisodes(db, reader, ids, this.#now()));
  }

  async chain(scope: Scope, thread: string): Promise<Episode[]> {
    return await this.#store.read((db) => readChain(db, scope, thread, this.#now()));
  }

  async list(reader: ReadScope, filter: EpisodeFilter): Promise<Episode[]> {
    return await this.#store.read((db) => listEpisodes(db, reader, filter, this.#now()));
  }

  async facts(reader: ReadScope, episodeIds: readonly string[]): Promise<AppendedFact[]> {
    return await this.#store.read(async (db) => {
      const facts = await readFacts(db, await visibleIds(db, reader, episodeIds));
      return [...facts.values()].flat().filter(({ scope }) => mayRead(reader, scope));
    });
  }

  async changesSince(
    cursor: number,
    limit: number,
  ): Promise<{ cursor: number; changed: Episode[]; erased: string[] }> {
    return await this.#store.read((db) => readChanges(db, cursor, limit, this.#now()));
  }

  async erase(scope: Scope, what: EraseTarget, attribution: Attribution): Promise<number> {
    const erased = await this.#store.write((db) => eraseEpisodes(db, scope, what, redactWhy(attribution)));
    await this.#store.scrub();
    return erased;
  }

  async saveExperience(scope: Scope, experience: Experience): Promise<void> {
    await this.#store.write((db) => putExperience(db, scope, redactValue(experience)));
  }

  async experiences(reader: ReadScope, signature?: string): Promise<Experience[]> {
    return await this.#store.read((db) => listExperiences(db, reader, signature));
  }

  async saveRun(scope: Scope, runId: string, record: unknown): Promise<void> {
    const redacted = redactValue(record);
    await this.#store.write(async (db) => {
      await putRun(db, scope, runId, redacted);
      await watchReply(db, scope, runId, redacted);
    });
  }

  async run(scope: Scope, runId: string): Promise<unknown> {
    return await this.#store.read((db) => getRun(db, scope, runId));
  }

  async runs(filter: RunFilter): Promise<unknown[]> {
    return await this.#store.read((db) => listRuns(db, filter));
  }

  async spent(scope: Scope, filter: { thread?: string; since_ms?: number }): Promise<SpentByRuns> {
    return await this.#store.read((db) => sumSpent(db, scope, filter));
  }

  async bookmark(scope: Scope, name: string): Promise<unknown> {
    return await this.#store.read((db) => getBookmark(db, scope, name));
  }

  async saveBookmark(scope: Scope, name: string, value: unknown): Promise<void> {
    await this.#store.write((db) => putBookmark(db, scope, name, value));
  }

  async renameThreads(scope: Scope, from: string, to: string): Promise<number> {
    return await this.#store.write((db) => renameThreads(db, scope, from, to));
  }

  async moveThread(from: ThreadPlace, to: ThreadPlace, names?: MovedNames): Promise<number> {
    return await this.#store.write((db) => moveThread(db, from, to, names));
  }

  async makePrivate(scope: Scope): Promise<number> {
    return await this.#store.write((db) => makePrivate(db, scope));
  }

  async dueReplies(now: number, limit: number, early = 0): Promise<WatchedReply[]> {
    return await this.#store.read((db) => dueReplies(db, now, { limit, early }));
  }

  async scheduleReplies(next: Parameters<ReplyWatch["scheduleReplies"]>[0]): Promise<void> {
    if (next.length > 0) await this.#store.write((db) => scheduleReplies(db, next));
  }

  async stats(reader: ReadScope): Promise<Record<string, number>> {
    return await this.#store.read((db) => countAll(db, reader));
  }

  async tenants(): Promise<{ scope: Scope; episodes: number }[]> {
    return await this.#store.read((db) => listTenants(db));
  }

  exportRecords(reader: ReadScope | null): AsyncIterable<ArchiveRecord> {
    return exportAll(this.#store, reader);
  }

  async importRecords(
    records: Iterable<ArchiveRecord> | AsyncIterable<ArchiveRecord>,
  ): Promise<ImportCounts> {
    const counts = await this.#store.write((db) => importAll(db, records));
    if (counts.forgotten > 0) await this.#store.scrub();
    return counts;
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

/** A name may look like an address ("ann@host.example"): it is asked for, and stays. */
function redactWhy(attribution: Attribution): Attribution {
  return { ...attribution, why: redactValue(attribution.why) };
}
