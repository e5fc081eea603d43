import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openActor } from "../../../src/acting/open-actor.js";
import { composeEnvironmentSetUp } from "../../../src/compose-setup.js";
import { readSettings } from "../../../src/config/settings.js";
import { abstract } from "../../../src/memory/abstraction.js";
import { Indexer } from "../../../src/memory/index/catch-up.js";
import { SqliteRecallIndex } from "../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { MetaPlanner } from "../../../src/planning/meta-planner.js";
import { createRecall } from "../../../src/recall/create-recall.js";
import { toIndexEntry } from "../../../src/recall/index-entry.js";
import { resolve } from "../../../src/resolve.js";
import type { ExecResult, Sandbox } from "../../../src/sandbox/sandbox.js";
import type { Trigger } from "../../../src/thread/trigger.js";
import { makeActDeps } from "../../support/acting.js";
import { scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

/** A sandbox that says yes to every command, and shows one project once it was fetched. */
function sandboxWith(files: Readonly<Record<string, string>>): { sandbox: Sandbox; ran: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "mneme-set-up-route-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const archive = new Uint8Array(execFileSync("tar", ["-C", folder, "-czf", "-", "."]));
  rmSync(folder, { recursive: true });
  const ran: string[] = [];
  const passed: ExecResult = {
    exit_code: 0,
    output: "",
    output_bytes: 0,
    truncated: false,
    timed_out: false,
    out_of_memory: false,
    duration_ms: 1,
  };
  const sandbox: Sandbox = {
    kind: "docker",
    unavailableBecause: () => Promise.resolve(null),
    sweep: () => Promise.resolve(0),
    open: () =>
      Promise.resolve({
        id: "session",
        workdir: "/work/repo",
        exec: (command) => {
          ran.push(command);
          return Promise.resolve(passed);
        },
        writeFiles: () => Promise.resolve(),
        readFile: () => Promise.resolve(archive),
        snapshot: () => Promise.resolve("snapshot"),
        restore: () => Promise.resolve(),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
  return { sandbox, ran };
}

test("asked to set the project up, a run fetches it and works it through the engine as it is wired", async () => {
  const { sandbox, ran } = sandboxWith({ "package.json": '{"scripts":{"build":"tsc"}}' });
  const log = await openEpisodeLog(":memory:");
  const index = SqliteRecallIndex.open(":memory:");
  const toEntry: ConstructorParameters<typeof Indexer>[0]["toEntry"] = (episode) =>
    toIndexEntry(episode, abstract);
  const indexer = new Indexer({ index, log, embedder: null, toEntry });
  const recall = createRecall({ index, log, embedder: null, now: Date.now, abstract });
  const settings = readSettings({ MNEME_DATA: tmpdir() });
  const setUp = composeEnvironmentSetUp({ log, recall, indexer, sandbox }, settings);
  const thread = simpleThread();
  const trigger: Trigger = {
    ...triggerOn(thread),
    permission: "write",
    command: "setup",
    arguments: "build",
  };
  const { deps } = await scriptRun({ thread, plans: [], observations: [] }, log);

  const record = await resolve(
    trigger,
    {
      ...deps,
      recall,
      planner: new MetaPlanner(null),
      openActor: async (context) => await openActor(makeActDeps({ sandbox, recall, setUp }), context),
    },
    { signal: new AbortController().signal, lastTry: true },
  );

  expect(record.steps.map(({ plan }) => plan.action).slice(0, 2)).toEqual([
    "clone_repository",
    "setup_environment",
  ]);
  expect(record.steps[1]?.observation).toMatchObject({
    ok: true,
    source: "sandbox",
    summary: "build holds, at the first attempt.",
  });
  expect(ran.filter((command) => command.startsWith("npm"))).toEqual(["npm install", "npm run build"]);
  expect(record.reply?.markdown).toContain("npm run build");
  await index.close();
  await log.close();
});
