import { z } from "zod";
import { isMnemeError } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import type { Log } from "../log.js";
import type { Bookmarks, EpisodeLog, Relocation } from "../memory/log/episode-log.js";
import { Scope } from "../memory/scope.js";
import type { RepositoryNames } from "./forge.js";

type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

export interface PresentNameDeps {
  forge: RepositoryNames;
  memory: Bookmarks & Relocation & Pick<EpisodeLog, "chain">;
  log: Pick<Log, "info">;
}

/** Under which name memory keeps a repository's threads. */
export const NAME_BOOKMARK = "name";

/** A trigger, or a thread that is worth a look. */
export const AboutThread = z.object({ scope: Scope, repo: z.string(), number: z.number() });
export type AboutThread = z.infer<typeof AboutThread>;
const ErasedThread = z.object({ scope: Scope, what: z.object({ thread: z.string() }) });

interface About extends AboutThread {
  /** The same payload under another name. */
  under: (repo: string) => unknown;
}

/**
 * Events come in any order, and a job may wait: it is worked under the name that its repository has now, whether the
 * renaming was heard of before it or is heard of later. GitHub is asked only where names differ or nothing is found.
 */
export function underPresentName(handler: Handler, deps: PresentNameDeps): Handler {
  return async (job, signal) => {
    const about = readAbout(job.payload);
    if (about === null) {
      await handler(job, signal);
      return;
    }
    const work = async (repo: string): Promise<void> => {
      await handler(repo === about.repo ? job : { ...job, payload: about.under(repo) }, signal);
      await noteName({ ...about, repo }, deps);
    };
    const repo = await settleName(about, deps);
    try {
      await work(repo);
    } catch (error) {
      const now = isMnemeError(error, "not_found") ? await askName({ ...about, repo }, deps) : null;
      if (now === null || now === repo) throw error;
      await takeName(about.scope, { from: repo, to: now }, deps);
      await work(now);
    }
  };
}

/** Memory goes by the name that GitHub tells; where it tells none, by the one it had. */
async function settleName(about: About, deps: PresentNameDeps): Promise<string> {
  const { scope, repo } = about;
  const known = await deps.memory.bookmark(scope, NAME_BOOKMARK);
  if (typeof known !== "string" || known === repo) return repo;
  const now = (await askName(about, deps)) ?? known;
  if (now !== known) await takeName(scope, { from: known, to: now }, deps);
  return now;
}

/** Only where there is something to remember: what was erased leaves no name behind. */
async function noteName({ scope, repo, number }: About, { memory }: PresentNameDeps): Promise<void> {
  if ((await memory.bookmark(scope, NAME_BOOKMARK)) !== null) return;
  const episodes = await memory.chain(scope, `${repo}#${String(number)}`);
  if (episodes.length > 0) await memory.saveBookmark(scope, NAME_BOOKMARK, repo);
}

/** Where nothing was known under the former name, no name is kept. */
export async function takeName(
  scope: Scope,
  { from, to }: { from: string; to: string },
  { memory, log }: Pick<PresentNameDeps, "log"> & { memory: Bookmarks & Relocation },
): Promise<void> {
  const renamed = await memory.renameThreads(scope, from, to);
  const isKept = renamed > 0 || (await memory.bookmark(scope, NAME_BOOKMARK)) === from;
  if (isKept) await memory.saveBookmark(scope, NAME_BOOKMARK, to);
  log.info({ scope, from, to, renamed }, "repository goes by another name");
}

async function askName({ scope, repo }: About, { forge }: PresentNameDeps): Promise<string | null> {
  return await forge.presentName({ installation: scope.installation, repo }, scope.repository);
}

function readAbout(payload: unknown): About | null {
  const thread = AboutThread.safeParse(payload).data;
  if (thread !== undefined) return { ...thread, under: (repo) => ({ ...(payload as object), repo }) };
  const erased = ErasedThread.safeParse(payload).data;
  if (erased === undefined) return null;
  const [repo = "", number = ""] = erased.what.thread.split("#");
  const { what } = payload as { what: object };
  const under = (other: string): unknown => ({
    ...(payload as object),
    what: { ...what, thread: `${other}#${number}` },
  });
  return { scope: erased.scope, repo, number: Number(number), under };
}
