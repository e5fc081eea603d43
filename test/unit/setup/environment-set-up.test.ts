import { expect, test } from "@jest/globals";
import { UNMETERED } from "../../../src/planning/usage.js";
import { DEFAULT_LIMITS } from "../../../src/sandbox/sandbox.js";
import { EngineSetUp } from "../../../src/setup/environment-set-up.js";
import { archiveOf, passingSession } from "../../support/passing-session.js";
import { ScriptedSandbox } from "../../support/scripted-sandbox.js";
import { makeSetupDependencies } from "../../support/setup-dependencies.js";

test("the project of a run's sandbox is set up in that sandbox, up to the goal", async () => {
  const archive = archiveOf({ "package.json": '{"scripts":{"build":"tsc"}}' });
  const { session, ran } = passingSession({ archive });
  const sandbox = new ScriptedSandbox();
  const engine = new EngineSetUp(({ run_id }) =>
    makeSetupDependencies({
      sandbox,
      spec: { run_id, image: null, network: "registries", limits: DEFAULT_LIMITS },
      verify: true,
    }),
  );
  const scope = { installation: "1", repository: "octo/box", visibility: "private" } as const;
  const result = await engine.setUp("build", session, {
    run_id: "run-1",
    reader: { scope, share: "repository" },
    meter: UNMETERED,
    signal: new AbortController().signal,
  });
  expect(result).toMatchObject({ ok: true, summary: "build holds, at the first attempt." });
  expect(ran.filter((command) => command.startsWith("npm"))).toEqual(["npm install", "npm run build"]);
  expect(result.output).toContain("ok     npm install");
  expect(sandbox.opened).toEqual([]);
});
