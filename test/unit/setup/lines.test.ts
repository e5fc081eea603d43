import { expect, test } from "@jest/globals";
import { setUpInSession } from "../../../src/setup/engine.js";
import { NO_MEMORY, type SetupMemory } from "../../../src/setup/memory/setup-memory.js";
import { way } from "../../../src/setup/pits/pit.js";
import type { SetupReport } from "../../../src/setup/setup.js";
import { passingSession } from "../../support/passing-session.js";
import { projectWith } from "../../support/project.js";
import { makeSetupDependencies } from "../../support/setup-dependencies.js";

const copy = way("missing-env-file", {
  kind: "insert_step",
  template: ["cp a.example a"],
  why: "it helped before",
  probability: 0.9,
});
/** Knows one precaution ahead of the tests. */
const veteran: SetupMemory = {
  ...NO_MEMORY,
  preventive: ({ goal }) =>
    Promise.resolve({
      ways:
        goal === "test" ? [{ ...copy, source: "memory", strategy: { ...copy.strategy, cites: ["M1"] } }] : [],
      why: "",
    }),
};

async function setUp(memory: SetupMemory, fails: string | null): Promise<SetupReport> {
  const files = await projectWith({ "package.json": '{"scripts":{"test":"node --test"}}' });
  return await setUpInSession(
    { files, goal: "test", budget: { commands: 9, wall_ms: 60_000, command_ms: 1_000 } },
    makeSetupDependencies({ memory }),
    passingSession({ fails }).session,
  );
}

test("a precaution is written into the line of its step", async () => {
  const report = await setUp(veteran, null);
  expect(report.commands.map(({ command, parts, cites }) => [command, parts.length, cites.length])).toEqual([
    ["npm install", 1, 0],
    ["cp a.example a && npm run test", 2, 1],
  ]);
  expect(report).toMatchObject({ ok: true, first_attempt: true, reused: 1 });
  expect(report.script).toContain("cp a.example a\nnpm run test\n");
});

test("a precaution that fails is a failed command of the run, and the step is tried all the same", async () => {
  const report = await setUp(veteran, "cp a.example");
  expect(report.commands.map(({ command, ok }) => `${command}: ${String(ok)}`)).toEqual([
    "npm install: true",
    "cp a.example a: false",
    "npm run test: true",
  ]);
  expect(report).toMatchObject({ ok: true, first_attempt: false });
});
