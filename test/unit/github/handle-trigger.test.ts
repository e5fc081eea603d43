import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { COMMANDS, renderHelp } from "../../../src/github/commands/command-table.js";
import { createTriggerHandler } from "../../../src/github/handle-trigger.js";
import { ForgePublisher } from "../../../src/github/publish.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import type { Job } from "../../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { type Permission, type Trigger, TriggerCommand } from "../../../src/thread/trigger.js";
import { exampleThread, exampleTrigger } from "../../support/examples.js";

class ForgeWithRoles extends RecordedForge {
  readonly roles = new Map<string, Permission>();
  override permissionOf(_address: unknown, login: string): Promise<Permission> {
    return Promise.resolve(this.roles.get(login) ?? "none");
  }
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
let forge: ForgeWithRoles;
let memory: OpenedEpisodeLog;
let resolved: Trigger[];
let resolve: (trigger: Trigger) => Promise<unknown>;

beforeEach(async () => {
  forge = new ForgeWithRoles([exampleThread()]);
  forge.roles.set("ada", "read").set("grace", "write").set("eve", "read").set("tom", "triage");
  memory = await openEpisodeLog(":memory:");
  resolved = [];
  resolve = (trigger) => Promise.resolve(resolved.push(trigger));
});

afterEach(() => memory.close());

async function work(change: Partial<Trigger>, attempt = 1): Promise<void> {
  const handler = createTriggerHandler({
    forge,
    replies: new ForgePublisher(forge),
    resolve: (trigger) => resolve(trigger),
    memory,
    redact: (text) => text.replaceAll("hunter2", "{secret}"),
    suspensions: { refuseSuspended: () => Promise.resolve() },
    log: quiet,
    maxAttempts: 3,
  });
  const trigger = exampleTrigger({
    permission: "none",
    id: `${change.command ?? ""} ${change.by ?? "ada"} ${String(posted().length)}`,
    ...change,
  });
  const job = { id: "1", kind: "trigger", queue: "q", key: trigger.id, payload: trigger, attempt } as Job;
  await handler(job, new AbortController().signal);
}

const posted = (): string[] => forge.postedIn("octo/site#7").map(({ body }) => body);

test("a run gets the role that GitHub tells, not the one that the job holds", async () => {
  await work({ by: "grace", is_reporter: false, permission: "admin" });
  expect(resolved).toMatchObject([{ by: "grace", permission: "write" }]);
});

describe("rights", () => {
  test.each<[string, TriggerCommand, boolean, boolean]>([
    ["ada", "diagnose", true, true],
    ["eve", "diagnose", false, false],
    ["tom", "diagnose", false, true],
    ["gone", "diagnose", false, false],
    ["gone", "diagnose", true, true],
    ["eve", "stop", false, false],
    ["ada", "stop", true, true],
    ["ada", "remember", true, false],
    ["tom", "gold", false, false],
    ["grace", "remember", false, true],
  ])("%s with %s (reporter: %j) is allowed: %j", async (by, command, is_reporter, allowed) => {
    await work({ by, command, is_reporter, arguments: "a thing" });
    expect(posted().some((body) => body.includes("so I did nothing"))).toBe(!allowed);
  });

  test("a refusal is said once to a person", async () => {
    await work({ by: "eve", is_reporter: false, id: "1" });
    await work({ by: "eve", is_reporter: false, id: "2" });
    expect(posted()).toHaveLength(1);
    expect(resolved).toEqual([]);
  });
});

describe("the off switch", () => {
  test("silences the thread until it is resumed", async () => {
    await work({ command: "stop", by: "tom", is_reporter: false });
    await work({ id: "asks" });
    expect(resolved).toEqual([]);
    await work({ command: "resume", by: "tom", is_reporter: false });
    await work({ id: "asks again" });
    expect(resolved).toHaveLength(1);
    expect(posted().map((body) => body.split(".")[0])).toEqual([
      "I am silent on this issue from now on",
      "I speak on this issue again when I am asked",
    ]);
  });
});

describe("memory commands", () => {
  test("what a maintainer asks to remember is an episode, without its secrets, once", async () => {
    const change = {
      command: "remember" as const,
      by: "grace",
      is_reporter: false,
      arguments: "use hunter2",
      id: "same",
    };
    await work(change);
    await work(change);
    const reader = { scope: exampleTrigger().scope, share: "repository" as const };
    expect(await memory.list(reader, {})).toMatchObject([
      { kind: "note", summary: "use {secret}", provenance: { source: "maintainer", comment_id: "77" } },
    ]);
  });

  test("a label that no answer showed is told", async () => {
    await work({ command: "why", arguments: "M9" });
    expect(posted()[0]).toContain("Name one of the memories of my last answer here: it showed none.");
  });

  test("budget says that nothing was spent where nothing was done", async () => {
    await work({ command: "budget" });
    expect(posted()[0]).toContain("I have not worked on this issue yet.");
  });
});

describe("failure", () => {
  test("one that passes is left to another try; on the last the thread is told, and the job keeps the error", async () => {
    resolve = () => Promise.reject(new MnemeError("unavailable", "down", { retryable: true }));
    await expect(work({}, 1)).rejects.toThrow("down");
    expect(posted()).toEqual([]);
    await expect(work({}, 3)).rejects.toThrow("down");
    expect(posted()).toMatchObject([expect.stringContaining("Sorry")]);
  });
});

test("help and dispatch read one table, which is total", () => {
  expect(COMMANDS.map(({ command }) => command).sort()).toEqual([...TriggerCommand.options].sort());
  for (const { usage } of COMMANDS) expect(renderHelp()).toContain(`/mneme ${usage}`);
});
