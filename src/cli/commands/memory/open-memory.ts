import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { readSettings, type Settings } from "../../../config/settings.js";
import { MnemeError } from "../../../errors.js";
import type { Episode } from "../../../memory/episode.js";
import type { AppendedFact, Attribution, EpisodeFilter } from "../../../memory/log/episode-log.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import type { ReadScope, Scope } from "../../../memory/scope.js";

export interface MemoryOptions {
  store?: string;
  repo?: string;
  json?: boolean;
  by?: string;
  why?: string;
}

/** The options that every memory command has. */
export function withMemoryOptions(command: Command): Command {
  return command
    .option("--store <file or URL>", "the log of record; default as configured (MNEME_DATA, DATABASE_URL)")
    .option("--repo <repository>", '"owner/name" or id: only this repository\'s memory')
    .option("--json", "print the result as JSON");
}

export function withAttribution(command: Command): Command {
  return command
    .option("--by <name>", "who does it; default the user of this machine")
    .option("--why <reason>", "why, in a few words");
}

/**
 * Opens the log for one piece of work and closes it after. A file that `--store` names is there already, but for work that
 * brings something in: a name that is mistyped is no empty memory.
 */
export async function useMemory<T>(
  options: MemoryOptions,
  work: (log: OpenedEpisodeLog) => Promise<T>,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<T> {
  const { store } = options;
  if (store !== undefined && !isNew && !isPostgres(store) && !existsSync(store))
    throw new MnemeError(
      "bad_input",
      `there is no store ${store}: name the file of one, such as data/mneme.db`,
    );
  const log = await openEpisodeLog(storeOf(options));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

export function storeOf({ store }: MemoryOptions): string {
  return store ?? configuredStore(readSettings());
}

export function configuredStore(settings: Settings): string {
  return settings.DATABASE_URL ?? join(settings.MNEME_DATA, "mneme.db");
}

export function isPostgres(store: string): boolean {
  return /^postgres(?:ql)?:/.test(store);
}

export function attributionOf(options: MemoryOptions, why: string): Attribution {
  return {
    by: options.by ?? userInfo().username,
    at: new Date().toISOString(),
    why: options.why ?? why,
  };
}

/** The repositories that the command is about: the named one, else all. */
export async function scopesOf(log: OpenedEpisodeLog, { repo }: MemoryOptions): Promise<Scope[]> {
  const tenants = await log.tenants();
  const scopes: Scope[] = [];
  for (const { scope } of tenants) {
    if (repo === undefined || scope.repository === repo || (await hasThreadsOf(log, scope, repo)))
      scopes.push(scope);
  }
  if (scopes.length === 0 && repo !== undefined)
    throw new MnemeError(
      "bad_input",
      `nothing is remembered of ${repo}: see \`mneme memory stats\` for the repositories that there are`,
    );
  return scopes;
}

/** On GitHub the scope holds ids; the name stands in the threads ("owner/name#12"). */
async function hasThreadsOf(log: OpenedEpisodeLog, scope: Scope, repo: string): Promise<boolean> {
  const [newest] = (await log.list(readerOf(scope), { limit: 200 })).filter((episode) =>
    isOf(episode, scope),
  );
  return newest?.thread.startsWith(`${repo}#`) === true;
}

/** Reads one repository with its own eyes. */
export function readerOf(scope: Scope): ReadScope {
  return { scope, share: "repository" };
}

export function isOf(episode: Episode, scope: Scope): boolean {
  return episode.scope.installation === scope.installation && episode.scope.repository === scope.repository;
}

/** Newest first over all repositories that the command is about. */
export async function listAll(
  log: OpenedEpisodeLog,
  options: MemoryOptions,
  filter: EpisodeFilter,
): Promise<Episode[]> {
  const limit = filter.limit ?? 100;
  const offset = filter.offset ?? 0;
  const found = new Map<string, Episode>();
  for (const scope of await scopesOf(log, options)) {
    const listed = await log.list(readerOf(scope), { ...filter, limit: limit + offset, offset: 0 });
    for (const episode of listed)
      if (options.repo === undefined || isOf(episode, scope)) found.set(episode.id, episode);
  }
  return [...found.values()]
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(offset, offset + limit);
}

/** The one episode of this id, or of an id that begins so. */
export async function findEpisode(
  log: OpenedEpisodeLog,
  options: MemoryOptions,
  id: string,
): Promise<Episode> {
  if (!/^[\da-f-]{4,36}$/i.test(id))
    throw new MnemeError("bad_input", `"${id}" is not an episode's id: take one from \`mneme memory list\``);
  const found = await listAll(log, options, { id_prefix: id, limit: 3 });
  const [episode, second] = found;
  if (episode === undefined)
    throw new MnemeError(
      "bad_input",
      `no episode ${id} is in ${storeOf(options)}: see \`mneme memory list\``,
    );
  if (second !== undefined)
    throw new MnemeError("bad_input", `${id} begins the ids of several episodes: give more of it`);
  return episode;
}

/** The one fact of the episode whose id begins so. */
export async function findFact(log: OpenedEpisodeLog, episode: Episode, id: string): Promise<AppendedFact> {
  const facts = await log.facts(readerOf(episode.scope), [episode.id]);
  const found = facts.filter((fact) => fact.id.startsWith(id.toLowerCase()));
  const [fact, second] = found;
  if (fact === undefined || second !== undefined)
    throw new MnemeError(
      "bad_input",
      `${found.length === 0 ? "no fact" : "more than one fact"} of ${episode.id} begins with ${id}: see \`mneme memory show ${episode.id}\``,
    );
  return fact;
}

/** A text that says something. `what` names it in the refusal. */
export function someText(what: string): (text: string) => string {
  return (text) => {
    if (text.trim() === "") throw new MnemeError("bad_input", `the ${what} is empty: say it in a sentence`);
    return text;
  };
}

/** A whole number of an option. */
export function wholeNumber(option: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text))
      throw new MnemeError("bad_input", `${option} ${text}: give a whole number, such as 20`);
    return Number(text);
  };
}
