import type { Command } from "commander";
import { createOutput } from "../../output.js";
import { formatTable } from "../../table.js";
import {
  type MemoryOptions,
  readerOf,
  scopesOf,
  storeOf,
  useMemory,
  withMemoryOptions,
} from "./open-memory.js";

export function addStatsCommand(memory: Command): void {
  withMemoryOptions(memory.command("stats"))
    .description("what the memory holds: with --repo what that repository sees, without it each repository")
    .action(async (options: MemoryOptions) => {
      const output = createOutput(options);
      const found = await useMemory(options, async (log) => {
        const tenants = await log.tenants();
        const [scope] = options.repo === undefined ? [] : await scopesOf(log, options);
        return { tenants, seen: scope === undefined ? null : await log.stats(readerOf(scope)) };
      });
      const { tenants, seen } = found;
      const total = tenants.reduce((sum, { episodes }) => sum + episodes, 0);
      output.result(seen ?? { episodes: total, repositories: tenants });
      if (seen !== null) {
        output.line(formatTable(["what", "count"], Object.entries(seen)));
        return;
      }
      output.line(`${storeOf(options)}: ${total} episodes of ${tenants.length} repositories`);
      if (total > 0)
        output.line(
          formatTable(
            ["repository", "installation", "visibility", "episodes"],
            tenants.map(({ scope, episodes }) => [
              scope.repository,
              scope.installation,
              scope.visibility,
              episodes,
            ]),
          ),
        );
    });
}
