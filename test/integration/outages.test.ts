import { expect, test } from "@jest/globals";
import { MnemeError } from "../../src/errors.js";
import type { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { createRecall } from "../../src/recall/create-recall.js";
import { resolve } from "../../src/resolve.js";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { conclude, observation, runCommand, scriptRun, triggerOn } from "../support/scripted-run.js";
import { simpleThread } from "../support/simple-chain.js";

const thread = simpleThread();
const trigger = triggerOn(thread);
const options = { signal: new AbortController().signal, lastTry: false };

/** What a sandbox throws whose daemon is not there. */
async function withoutDaemon(): Promise<Error> {
  const sandbox = new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, host: "unix:///nowhere/docker.sock" });
  const limits = { memory_mb: 64, cpus: 1, pids: 10, disk_mb: 10 };
  return await sandbox.open({ run_id: "r", image: null, network: "none", limits } as never).then(
    () => new Error("it opened"),
    (error: unknown) => error as Error,
  );
}

test("Docker away: tried again, goes on when it is back; away for good, the reply says so and what to do", async () => {
  const away = await withoutDaemon();
  expect(away).toMatchObject({ code: "unavailable", retryable: true });
  const log = await openEpisodeLog(":memory:");
  const first = await scriptRun({ thread, plans: [runCommand("make")], observations: [away] }, log);
  await expect(resolve(trigger, first.deps, options)).rejects.toBe(away);
  const plans = [runCommand("make"), conclude("it builds")];
  const back = await scriptRun(
    { thread, plans, observations: [observation("exit 0"), observation("x")] },
    log,
  );
  expect((await resolve(trigger, back.deps, options)).ended).toBe("concluded");
  const last = await scriptRun({ thread, plans: [runCommand("make")], observations: [away] });
  const record = await resolve(trigger, last.deps, { ...options, lastTry: true });
  expect(record.ended).toBe("outage");
  expect(record.reply?.markdown).toContain("the Docker daemon does not answer");
});

test("index away: the run goes on by the log of record, and the reply says so", async () => {
  const log = await openEpisodeLog(":memory:");
  const down = (): Promise<never> => Promise.reject(new MnemeError("unavailable", "the index is away"));
  const index = { search: down } as unknown as SqliteRecallIndex;
  const recall = createRecall({ index, log, embedder: null, now: Date.now, abstract: (text) => text });
  const run = await scriptRun(
    { thread, plans: [conclude("done")], observations: [observation("done")] },
    log,
  );
  const record = await resolve(trigger, { ...run.deps, recall }, options);
  expect(record.ended).toBe("concluded");
  expect(record.reply?.markdown).toMatch(/Memory was not fully available: index down.*the index is away/);
});
