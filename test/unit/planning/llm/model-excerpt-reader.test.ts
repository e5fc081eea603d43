import { expect, test } from "@jest/globals";
import { parseLogWithReader } from "../../../../src/failures/fallback.js";
import { ModelClient } from "../../../../src/planning/llm/model-client.js";
import { ModelExcerptReader } from "../../../../src/planning/llm/model-excerpt-reader.js";
import { DEFAULT_MODEL_SETTINGS } from "../../../../src/planning/llm/model-settings.js";
import type { Usage } from "../../../../src/planning/usage.js";
import { fails, ModelServer, says } from "../../../support/model-server.js";

const LOG = "frobbing the gizmo\nGIZMO 12 IS LOST, token hunter2\nfrob gave up\n";
const reading = {
  error_type: "OTHER",
  stage: "run",
  ecosystem: "frob",
  root_line: "frob gave up",
  entities: [],
  root_cause: "The gizmo is lost.",
};

async function readWith(
  script: Parameters<typeof ModelServer.open>[0],
): Promise<{ parsed: Awaited<ReturnType<typeof parseLogWithReader>>; spent: Usage[]; prompts: string[] }> {
  await using server = await ModelServer.open(script);
  const spent: Usage[] = [];
  const reader = new ModelExcerptReader({
    client: new ModelClient({ ...DEFAULT_MODEL_SETTINGS, base_url: server.url, model: "scripted" }),
    redact: (text) => text.replaceAll("hunter2", "[redacted]"),
    meter: {
      left: () => ({ tokens_left: 10_000, usd_left: 1 }),
      spend: (usage) => spent.push(...usage),
    },
  });
  const parsed = await parseLogWithReader(LOG, reader, { exitCode: 1 });
  expect(server.unused).toBe(0);
  return { parsed, spent, prompts: server.requests.map(({ messages }) => messages[0]?.content ?? "") };
}

test("what the model reads is taken where it stands in the excerpt", async () => {
  const { parsed, spent, prompts } = await readWith([says(JSON.stringify({ failure: reading }))]);
  expect(parsed.failures[0]).toMatchObject({ root_line: "frob gave up", parser: "llm" });
  expect(spent).toHaveLength(1);
  expect(prompts[0]).toContain("GIZMO 12 IS LOST, token [redacted]");
});

test("what it makes up is not taken, and no failure is none", async () => {
  const invented = await readWith([
    says(JSON.stringify({ failure: { ...reading, root_line: "disk full" } })),
  ]);
  expect(invented.parsed.failures.some(({ parser }) => parser === "llm")).toBe(false);
  const none = await readWith([says('{"failure": null}')]);
  expect(none.parsed.failures.some(({ parser }) => parser === "llm")).toBe(false);
});

test("nonsense twice leaves the rules' reading; a model that is away is said", async () => {
  const nonsense = await readWith([says("dunno"), says('{"failure": {"error_type": "BAD"}}')]);
  expect(nonsense.parsed.failures.some(({ parser }) => parser === "llm")).toBe(false);
  await expect(readWith([fails(401, "no")])).rejects.toMatchObject({ code: "unavailable" });
});
