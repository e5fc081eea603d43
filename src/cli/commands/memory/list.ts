import { type Command, Option } from "commander";
import { EpisodeKind, EpisodeStatus } from "../../../memory/episode.js";
import type { EpisodeFilter } from "../../../memory/log/episode-log.js";
import { createOutput, EXIT } from "../../output.js";
import { listAll, type MemoryOptions, useMemory, wholeNumber, withMemoryOptions } from "./open-memory.js";
import { tellEpisodes } from "./tell-episodes.js";

interface ListOptions extends MemoryOptions {
  thread?: string;
  kind?: EpisodeKind;
  status?: EpisodeStatus;
  text?: string;
  gold?: boolean;
  before?: string;
  limit: number;
  offset: number;
}

export function addListCommand(memory: Command): void {
  withMemoryOptions(memory.command("list"))
    .description("episodes, newest first")
    .option("--thread <owner/name#n>", "of this issue")
    .addOption(new Option("--kind <kind>", "of this kind").choices(EpisodeKind.options))
    .addOption(new Option("--status <status>", "of this status").choices(EpisodeStatus.options))
    .option("--text <words>", "holding all these words")
    .option("--gold", "only those that a maintainer marked")
    .option("--before <time>", "created before, such as 2026-01-31T00:00:00Z")
    .option("--limit <n>", "at most", wholeNumber("--limit"), 50)
    .option("--offset <n>", "leave out the first", wholeNumber("--offset"), 0)
    .action(async (options: ListOptions) => {
      const output = createOutput(options);
      const episodes = await useMemory(options, (log) => listAll(log, options, toFilter(options)));
      output.result(episodes);
      if (episodes.length === 0) output.line("no episode matches");
      else tellEpisodes(output, episodes);
      process.exitCode = episodes.length === 0 ? EXIT.negative : EXIT.done;
    });
}

function toFilter(options: ListOptions): EpisodeFilter {
  const { thread, kind, status, text, gold, before, limit, offset } = options;
  return {
    ...(thread === undefined ? {} : { thread }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(text === undefined ? {} : { text }),
    ...(gold === undefined ? {} : { gold }),
    ...(before === undefined ? {} : { before }),
    limit,
    offset,
  };
}
