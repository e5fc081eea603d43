import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
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
        const found = [];
        for (const id of ids) found.push(await findEpisode(log, options, id));
        if (options.dryRun === true) return found;
        for (const { id, scope } of found)
          await log.erase(scope, { episode: id }, attributionOf(options, "forgotten"));
        tellBehind(await eraseFromIndex(log, options), output);
        return found;
      });
      output.result({ erased: episodes.map(({ id }) => id), dry_run: options.dryRun === true });
      tellEpisodes(output, episodes);
      output.line(options.dryRun === true ? "nothing was erased (dry run)" : `erased ${episodes.length}`);
    });
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
      const result = await useMemory(options, async (log) => {
        const doIt = options.yes === true && options.dryRun !== true;
        const scopes = await scopesOf(log, options);
        let erased = 0;
        for (const scope of scopes)
          erased += await (doIt ? wipe(log, scope, options) : count(log, scope, options));
        if (doIt) tellBehind(await eraseFromIndex(log, options), output);
        return { erased, repositories: scopes.length, dry_run: !doIt };
      });
      if (result.dry_run && options.dryRun !== true)
        throw new MnemeError(
          "bad_input",
          `wipe would erase ${result.erased} episodes of ${result.repositories} repositories from ${storeOf(options)}: say so with --yes`,
        );
      output.result(result);
      output.line(
        result.dry_run
          ? `would erase ${result.erased} episodes of ${result.repositories} repositories`
          : `erased ${result.erased} episodes of ${result.repositories} repositories`,
      );
    });
}

async function wipe(log: OpenedEpisodeLog, scope: Scope, options: WipeOptions): Promise<number> {
  const { thread } = options;
  const target = thread === undefined ? ({ repository: true } as const) : { thread };
  return await log.erase(scope, target, attributionOf(options, "wiped"));
}

async function count(log: OpenedEpisodeLog, scope: Scope, { thread }: WipeOptions): Promise<number> {
  if (thread !== undefined) return (await log.chain(scope, thread)).length;
  const tenants = await log.tenants();
  return tenants.find((tenant) => sameScope(tenant.scope, scope))?.episodes ?? 0;
}

function tellBehind(reason: string | null, output: Output): void {
  if (reason !== null)
    output.line(`erased from the log; the recall index follows when it catches up (${reason})`);
}
