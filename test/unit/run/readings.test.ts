import { expect, test } from "@jest/globals";
import { openActor } from "../../../src/acting/open-actor.js";
import { composeLogParser } from "../../../src/compose-model.js";
import { readSettings } from "../../../src/config/settings.js";
import { resolve } from "../../../src/resolve.js";
import { RunRecord } from "../../../src/run-record.js";
import { makeActDeps } from "../../support/acting.js";
import { ModelServer, says, type Responder } from "../../support/model-server.js";
import { conclude, runCommand, scriptRun, triggerOn } from "../../support/scripted-run.js";
import { ScriptedSandbox } from "../../support/scripted-sandbox.js";
import { simpleThread } from "../../support/simple-chain.js";

const OUTPUT = "frobbing the gizmo\nGIZMO 12 IS LOST\nfrob gave up\n";
const failure = {
  error_type: "OTHER",
  stage: "run",
  ecosystem: "frob",
  root_line: "GIZMO 12 IS LOST",
  entities: [],
  root_cause: "The gizmo is lost.",
};

/** One command that fails in a way that no rule knows, then an end. */
async function runWith(script: readonly Responder[], tokens: number): Promise<RunRecord> {
  await using server = await ModelServer.open(script);
  const settings = readSettings({ MNEME_LLM_BASE_URL: server.url, MNEME_LLM_MODEL: "scripted" });
  const parseLog = composeLogParser(settings);
  const sandbox = new ScriptedSandbox([{ command: "frob", output: OUTPUT, exit_code: 3 }]);
  const thread = simpleThread();
  const { deps } = await scriptRun({
    thread,
    plans: [runCommand("frob"), conclude("It is lost.")],
    observations: [],
  });
  const acting = makeActDeps({
    sandbox,
    parseLog: (text, command, meter) =>
      parseLog(text, { exitCode: 3, ...(command === null ? {} : { command }) }, meter),
  });
  const run = await resolve(
    { ...triggerOn(thread), permission: "write" },
    {
      ...deps,
      limits: { ...deps.limits, tokens },
      openActor: async (context) => await openActor(acting, context),
    },
    { signal: new AbortController().signal, lastTry: false },
  );
  expect({ unused: server.unused, unexpected: server.unexpected }).toEqual({ unused: 0, unexpected: [] });
  return RunRecord.parse(run);
}

test("what a model reads of an output is paid from the run's budget, and stands in its record", async () => {
  const run = await runWith([says(JSON.stringify({ failure }))], 20_000);
  expect(run.steps[0]?.observation.failure).toMatchObject({ parser: "llm", root_line: "GIZMO 12 IS LOST" });
  expect(run.readings).toMatchObject([
    { model: "scripted", prompt_tokens: 1_000, completion_tokens: 100, usd: 0 },
  ]);
  expect(run.spent.tokens).toBe(1_100);
});

test("a run that has nothing left for a model is read by the rules", async () => {
  const run = await runWith([], 100);
  expect(run.ended).toBe("concluded");
  expect(run.steps[0]?.observation.failure?.parser ?? "").not.toBe("llm");
  expect(run.spent.tokens).toBe(0);
});
