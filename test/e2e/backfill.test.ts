import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { GithubBox } from "../support/github-box/github-box.js";
import { ensureBuilt } from "../support/server-process.js";

const CLI = fileURLToPath(new URL("../../dist/cli/mneme.js", import.meta.url));
const LOG = [
  "$ pip install widget",
  "src/widget.c:3:10: fatal error: zlib.h: No such file or directory",
  "error: command 'gcc' failed with exit code 1",
];

let box: GithubBox;
let folder: string;

beforeAll(ensureBuilt, 180_000);
beforeEach(async () => {
  box = await GithubBox.start();
  folder = mkdtempSync(join(tmpdir(), "mneme-backfill-e2e-"));
  const site = box.state.addRepository("octo/site", { id: 42 });
  box.state.setRole(site, "grace", "maintain");
  for (let n = 1; n <= 120; n += 1) {
    const body = `It stops on machine ${String(n)}:\n\n\`\`\`console\n${LOG.join("\n")}\n\`\`\`\n`;
    const closed = { state: "closed", state_reason: "completed" } as const;
    const issue = box.state.addIssue(site, { by: "ada", title: `no ${String(n)}`, body, ...closed });
    box.state.addComment(issue, "grace", "Install the header:\n\n```sh\napt-get install -y zlib1g-dev\n```");
    box.state.addComment(issue, "ada", "That fixed it, thanks!");
  }
});
afterEach(async () => {
  await box.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
}

async function runBackfill(killWhen?: (requests: number) => boolean): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, "backfill", "octo/site", "--share", "1", "--json"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      MNEME_DATA: folder,
      GITHUB_API_URL: box.url,
      GITHUB_TOKEN: "ghs_7",
    },
  });
  let output = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  const seen = box.requests.length;
  const watch = setInterval(() => {
    if (killWhen?.(box.requests.length - seen) === true) child.kill("SIGKILL");
  }, 5);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(watch);
  return { code, output };
}

test("killed in the middle and called again it remembers each issue once, read in a thread of its own", async () => {
  expect(await runBackfill((requests) => requests >= 4)).toMatchObject({ code: null });
  const { code, output } = await runBackfill();
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ done: true, issues: 120, total: 120, skipped: [] });
  const log = await openEpisodeLog(join(folder, "mneme.db"));
  try {
    const reader = {
      scope: { installation: "0", repository: "octo/site", visibility: "public" },
      share: "repository",
    } as const;
    expect((await log.stats(reader))["threads"]).toBe(120);
    const fixed = await log.list(reader, { kinds: ["resolution"], statuses: ["resolved"], limit: 1_000 });
    expect(new Set(fixed.map(({ thread }) => thread)).size).toBe(120);
    const experiences = await log.experiences(reader);
    expect(experiences.map(({ fix_template }) => fix_template).join()).toContain("zlib1g-dev");
  } finally {
    await log.close();
  }
}, 120_000);
