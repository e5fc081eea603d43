import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
import { abstract } from "../../../memory/abstraction.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import { createRecall } from "../../../recall/create-recall.js";
import { queryFromWords } from "../../../recall/query-from-chain.js";
import type { Recall } from "../../../recall/recall.js";
import type { Recalled } from "../../../recall/recalled.js";
import { createOutput, EXIT } from "../../output.js";
import { formatTable } from "../../table.js";
import { useIndex } from "./memory-index.js";
import {
  type MemoryOptions,
  readerOf,
  scopesOf,
  useMemory,
  wholeNumber,
  withMemoryOptions,
} from "./open-memory.js";
import { oneLine } from "./tell-episodes.js";

interface SearchOptions extends MemoryOptions {
  limit: number;
}

export function addSearchCommand(memory: Command): void {
  withMemoryOptions(memory.command("search"))
    .description("what recall finds for these words, best first, with its reasons")
    .argument("<words...>", "an error line, a title, or a few words")
    .option("--limit <n>", "at most", wholeNumber("--limit"), 5)
    .action(async (words: string[], options: SearchOptions) => {
      const text = words.join(" ").trim();
      if (text === "")
        throw new MnemeError("bad_input", "nothing to search for: give an error line or a few words");
      const output = createOutput(options);
      const found = await useMemory(options, (log) => search(log, text, options));
      output.result(found);
      for (const note of found.degraded) output.line(note);
      if (found.recalled.length === 0) output.line("nothing in memory applies");
      else tellRecalled(output.line.bind(output), found.recalled);
      process.exitCode = found.recalled.length === 0 ? EXIT.negative : EXIT.done;
    });
}

async function search(
  log: OpenedEpisodeLog,
  text: string,
  options: SearchOptions,
): Promise<{ recalled: Recalled[]; degraded: string[] }> {
  return await useIndex(log, options, async ({ index, embedder, caughtUp: { behind } }) => {
    const recall = createRecall({ index, log, embedder, now: Date.now, abstract, threshold: 0 });
    const found = await searchScopes(log, recall, text, options);
    return { ...found, degraded: [...new Set([...(behind === null ? [] : [behind]), ...found.degraded])] };
  });
}

async function searchScopes(
  log: OpenedEpisodeLog,
  recall: Recall,
  text: string,
  options: SearchOptions,
): Promise<{ recalled: Recalled[]; degraded: string[] }> {
  const best = new Map<string, Recalled>();
  const degraded: string[] = [];
  for (const scope of await scopesOf(log, options)) {
    const result = await recall.recall(
      queryFromWords({
        reader: readerOf(scope),
        thread: "",
        title: text,
        before: null,
        limit: options.limit,
      }),
    );
    if (result.degraded !== null) degraded.push(result.degraded);
    for (const recalled of result.recalled) {
      const known = best.get(recalled.episode.id);
      if (known === undefined || known.score < recalled.score) best.set(recalled.episode.id, recalled);
    }
  }
  const recalled = [...best.values()].sort((a, b) => b.score - a.score).slice(0, options.limit);
  return { recalled: recalled.map((one, n) => ({ ...one, label: `M${n + 1}` })), degraded };
}

function tellRecalled(line: (text?: string) => void, recalled: readonly Recalled[]): void {
  line(
    formatTable(
      ["", "score", "id", "thread", "summary", "because"],
      recalled.map(({ label, score, episode, reasons }) => [
        label,
        score.toFixed(3),
        episode.id.slice(0, 8),
        episode.thread,
        oneLine(episode.summary, 60),
        oneLine(reasons.map(({ text }) => text).join("; "), 80),
      ]),
    ),
  );
}
