import { expect, test } from "@jest/globals";
import { composeExcerptReader } from "../../src/compose.js";
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
