import { expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { setUpInSession } from "../../../src/setup/engine.js";
import type { Goal, SetupReport } from "../../../src/setup/setup.js";
import { passingSession } from "../../support/passing-session.js";
import { projectWith } from "../../support/project.js";
import { makeSetupDependencies } from "../../support/setup-dependencies.js";

async function setUp(
  files: Record<string, string>,
  { goal = "test", stopAt = null }: { goal?: Goal; stopAt?: string | null },
): Promise<SetupReport> {
  const stop = new AbortController();
  const { session } = passingSession();
  const stopping = {
    ...session,
    exec: async (command: string) => {
      if (stopAt !== null && command.includes(stopAt)) stop.abort(new MnemeError("limit_reached", "stopped"));
      stop.signal.throwIfAborted();
      return await session.exec(command);
    },
  };
  return await setUpInSession(
    {
      files: await projectWith(files),
      goal,
      budget: { commands: 9, wall_ms: 60_000, command_ms: 1_000 },
      signal: stop.signal,
    },
    makeSetupDependencies(),
    stopping,
  );
}

test("a project without tests is not said to pass them", async () => {
  const files = { Makefile: "all: a.c\n\tcc a.c\n", "a.c": "" };
  expect((await setUp(files, {})).summary).toBe(
    'build holds, at the first attempt. The project has nothing for "test" that is known.',
  );
  expect((await setUp(files, { goal: "build" })).summary).toBe("build holds, at the first attempt.");
});

test("who stops it gets the report of what was done", async () => {
  const report = await setUp(
    { "package.json": '{"scripts":{"test":"node --test"}}' },
    { stopAt: "run test" },
  );
  expect(report).toMatchObject({ ok: false, ended: "stopped", first_attempt: false });
  expect(report.summary).toBe("test does not hold. It was stopped.");
  expect(report.commands.map(({ command }) => command)).toEqual(["npm install"]);
});
