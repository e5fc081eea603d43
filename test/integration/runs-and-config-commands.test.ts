import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Command } from "commander";
import { addConfigCommand } from "../../src/cli/commands/config.js";
import { addRunsCommand } from "../../src/cli/commands/runs.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { exampleRun } from "../support/example-run.js";
import { runCommand } from "../support/run-command.js";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mneme-runs-"));
  const log = await openEpisodeLog(join(folder, "mneme.db"));
  const { scope } = exampleRun();
  const shadow = exampleRun({
    reply: { markdown: "**Do this** in the shadow", comment_id: null, url: null },
  });
  await log.saveRun(scope, shadow.run_id, shadow);
  const posted = exampleRun({
    run_id: "aaaaaaaa-9f64-5c1e-8a5e-1c2d3e4f5a6b",
    thread: "example-org/app#13",
    started_at: "2026-02-02T00:00:00.000Z",
    control: true,
    reply: { markdown: "posted", comment_id: "5", url: "https://github.com/example-org/app/issues/13" },
  });
  await log.saveRun(scope, posted.run_id, posted);
  await log.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function addCommands(program: Command): void {
  addRunsCommand(program);
  addConfigCommand(program);
}

const mneme = (...words: string[]): ReturnType<typeof runCommand> => runCommand(addCommands, words);

const runs = (...words: string[]): ReturnType<typeof mneme> =>
  mneme("runs", ...words, "--store", join(folder, "mneme.db"));

test("runs are listed newest first, by issue, and by what was not posted", async () => {
  const { printed } = await runs("list");
  expect(printed.indexOf("example-org/app#13")).toBeLessThan(printed.indexOf("example-org/app#12"));
  expect((await runs("list", "--unposted")).printed).not.toContain("#13");
  expect((await runs("list", "--thread", "example-org/app#13")).printed).not.toContain("#12");
  expect((await runs("list", "--repo", "example-org/other")).code).toBe(1);
  const json = JSON.parse((await runs("list", "--limit", "1", "--json")).printed) as { runs: unknown[] };
  expect(json.runs).toMatchObject([{ thread: "example-org/app#13", control: true }]);
});

test("the answer that shadow mode kept back is shown by the beginning of the run's id", async () => {
  expect((await runs("show", "2f1b6d4e")).printed).toContain("**Do this** in the shadow");
  await expect(runs("show", "ffff")).rejects.toThrow("no run begins with ffff");
});

test("config check tells each mistake with its line; 0 without one, 1 with one, bad input for no file", async () => {
  const file = join(folder, "mneme.yml");
  writeFileSync(file, "mode: auto\nshare: organization\n");
  expect(await mneme("config", "check", file)).toEqual({
    printed: expect.stringContaining(`${file}:2: share: a single repository cannot say this; `),
    code: 1,
  });
  const { printed, code } = await mneme("config", "check", file, "--organization", "--json");
  expect(JSON.parse(printed)).toEqual({
    file,
    ok: true,
    mistakes: [],
    config: { mode: "auto", share: "organization" },
  });
  expect(code).toBe(0);
  await expect(mneme("config", "check", join(folder, "none.yml"))).rejects.toThrow(
    /cannot read .*: name a configuration file/,
  );
});
