import { expect, test } from "@jest/globals";
import { composeExcerptReader, composeLogParser } from "../../src/compose-model.js";
import { readSettings } from "../../src/config/settings.js";
import { parseLogWithReader } from "../../src/failures/fallback.js";
import { ModelServer, says } from "../support/model-server.js";

const LOG = "frobbing the gizmo\nGIZMO 12 IS LOST\nfrob gave up\n";
const reading = {
  error_type: "OTHER",
  stage: "run",
  ecosystem: "frob",
  root_line: "GIZMO 12 IS LOST",
  entities: [{ kind: "version", value: "12" }],
  root_cause: "The gizmo is lost.",
};

test("without a configured model nobody is asked", () => {
  expect(composeExcerptReader(readSettings({}))).toBeNull();
});

test("a configured model reads what no rule understands", async () => {
  await using server = await ModelServer.open([says(JSON.stringify({ failure: reading }))]);
  const reader = composeExcerptReader(
    readSettings({ MNEME_LLM_BASE_URL: server.url, MNEME_LLM_MODEL: "scripted" }),
  );
  if (reader === null) throw new Error("no reader");
  const { failures } = await parseLogWithReader(LOG, reader, { exitCode: 1 });
  expect(failures[0]).toMatchObject({ parser: "llm", root_line_no: 2, confidence: 0.4 });
  expect(server.unused).toBe(0);
});

test("runs and set-ups ask it, and go on by the rules where it is away", async () => {
  await using server = await ModelServer.open([says(JSON.stringify({ failure: reading }))]);
  const settings = readSettings({ MNEME_LLM_BASE_URL: server.url, MNEME_LLM_MODEL: "scripted" });
  const asked = await composeLogParser(settings)(LOG, { command: "frob", exitCode: 1 });
  expect(asked.failures[0]).toMatchObject({ parser: "llm", raw_command: "frob" });

  const gone = readSettings({ MNEME_LLM_BASE_URL: "http://127.0.0.1:1/v1", MNEME_LLM_MODEL: "gone" });
  const alone = await composeLogParser(gone)("make: *** [all] Error 2\n", { exitCode: 2 });
  expect(alone.failures[0]).toMatchObject({ parser: "make/wrapper" });
});
