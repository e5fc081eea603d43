import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
import type { Episode } from "../../../memory/episode.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import { sameScope, type Scope } from "../../../memory/scope.js";
import { createOutput, type Output } from "../../output.js";
import {
  attributionOf,
  findEpisode,
  type MemoryOptions,
  scopesOf,
  storeOf,
  useMemory,
  withAttribution,
  withMemoryOptions,
} from "./open-memory.js";
import { eraseFromIndex } from "./memory-index.js";
import { tellEpisodes } from "./tell-episodes.js";

interface ForgetOptions extends MemoryOptions {
  dryRun?: boolean;
}

export function addForgetCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("forget")))
    .description(
      "erase episodes for good, with all that was said of them; rebuilding the chain does not bring them back",
    )
    .argument("<id...>", "ids or their first characters")
    .option("--dry-run", "only say what would be erased")
    .action(async (ids: string[], options: ForgetOptions) => {
      const output = createOutput(options);
      const episodes = await useMemory(options, async (log) => {
        const found = new Map<string, Episode>();
        for (const each of ids) {
          const episode = await findEpisode(log, options, each);
          found.set(episode.id, episode);
        }
        if (options.dryRun !== true) await forget(log, [...found.values()], options, output);
        return [...found.values()];
      });
      output.result({ erased: episodes.map(({ id }) => id), dry_run: options.dryRun === true });
      tellEpisodes(output, episodes);
      output.line(options.dryRun === true ? "nothing was erased (dry run)" : `erased ${episodes.length}`);
    });
}

/** All of them or none. */
async function forget(
  log: OpenedEpisodeLog,
  episodes: readonly Episode[],
  options: MemoryOptions,
  output: Output,
): Promise<void> {
  await log.together(async (joined) => {
    for (const { id, scope } of episodes)
      await joined.erase(scope, { episode: id }, attributionOf(options, "forgotten"));
  });
  tellBehind(await eraseFromIndex(log, options), output);
}

interface WipeOptions extends ForgetOptions {
  thread?: string;
  yes?: boolean;
}

export function addWipeCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("wipe")))
    .description("erase the memory of an issue (--thread), of a repository (--repo), or all of it")
    .option("--thread <owner/name#n>", "only this issue")
    .option("--yes", "do it; without it nothing is erased")
    .option("--dry-run", "only say what would be erased")
    .action(async (options: WipeOptions) => {
      const output = createOutput(options);
      const doIt = options.yes === true && options.dryRun !== true;
      const { erased, repositories } = await useMemory(options, async (log) => {
        const scopes = await scopesOf(log, options);
        const counts = await countEpisodes(log, scopes, options);
        if (doIt) await wipe(log, scopes, options, output);
        return {
          erased: counts.reduce((total, count) => total + count, 0),
          repositories: counts.filter((count) => count > 0).length,
        };
      });
      const what = `${count(erased, "episode", "episodes")} of ${options.thread ?? count(repositories, "repository", "repositories")}`;
      if (!doIt && options.dryRun !== true)
        throw new MnemeError(
          "bad_input",
          `wipe would erase ${what} from ${storeOf(options)}: say so with --yes`,
        );
      output.result({ erased, repositories, dry_run: !doIt });
      output.line(doIt ? `erased ${what}` : `would erase ${what}`);
    });
}

/** Scope by scope. */
async function countEpisodes(
  log: OpenedEpisodeLog,
  scopes: readonly Scope[],
  { thread }: WipeOptions,
): Promise<number[]> {
  if (thread !== undefined)
    return await Promise.all(scopes.map(async (scope) => (await log.chain(scope, thread)).length));
  const tenants = await log.tenants();
  return scopes.map((scope) => tenants.find((tenant) => sameScope(tenant.scope, scope))?.episodes ?? 0);
}

/** All of it or nothing. */
async function wipe(
  log: OpenedEpisodeLog,
  scopes: readonly Scope[],
  options: WipeOptions,
  output: Output,
): Promise<void> {
  const { thread } = options;
  const target = thread === undefined ? ({ repository: true } as const) : { thread };
  await log.together(async (joined) => {
    for (const scope of scopes) await joined.erase(scope, target, attributionOf(options, "wiped"));
  });
  tellBehind(await eraseFromIndex(log, options), output);
}

function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}

function tellBehind(reason: string | null, output: Output): void {
  if (reason !== null)
    output.line(`erased from the log; the recall index follows when it catches up (${reason})`);
}
