import { tmpdir } from "node:os";
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
import type { Sandbox } from "../../../src/sandbox/sandbox.js";
import type { Trigger } from "../../../src/thread/trigger.js";
import { makeActDeps } from "../../support/acting.js";
import { archiveOf, passingSession } from "../../support/passing-session.js";
import { scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

/** A sandbox in which every command passes, and which shows one project once it was fetched. */
function sandboxWith(files: Readonly<Record<string, string>>): { sandbox: Sandbox; ran: string[] } {
  const { session, ran } = passingSession({ archive: archiveOf(files) });
  const sandbox: Sandbox = {
    kind: "docker",
    unavailableBecause: () => Promise.resolve(null),
    sweep: () => Promise.resolve(0),
    open: () => Promise.resolve(session),
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
