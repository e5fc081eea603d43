import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { LlmPlanner } from "../../../../src/planning/llm/llm-planner.js";
import type { ModelSettings } from "../../../../src/planning/llm/model-settings.js";
import type { Attempt } from "../../../../src/planning/planner.js";
import {
  clientOf,
  drips,
  fails,
  ModelServer,
  says,
  saysPlan,
  sends,
  type Responder,
} from "../../../support/model-server.js";
import { GOOD_PLAN as good, makeSituation } from "../../../support/situations.js";

const answer = JSON.stringify({ plan: good });

async function play(script: readonly Responder[], changes: Partial<ModelSettings> = {}): Promise<Attempt> {
  await using server = await ModelServer.open(script);
  const planner = new LlmPlanner({
    client: clientOf(server, changes),
    redact: (text) => text,
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
    webSearch: false,
  });
  const attempt = await planner.attempt(makeSituation());
  expect({ unused: server.unused, unexpected: server.unexpected }).toEqual({ unused: 0, unexpected: [] });
  return attempt;
}

const message = (fields: object): string =>
  JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", ...fields } }] });

const half = Math.floor(answer.length / 2);
const piece = (content: string, finish_reason: string | null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
const pieces = [piece(answer.slice(0, half), null), piece(answer.slice(half), null)];
const stream = { "content-type": "text/event-stream" };

test.each<[string, Responder]>([
  [
    "a stream that nobody asked for",
    sends([...pieces, piece("", "stop"), "data: [DONE]\n\n"].join(""), stream),
  ],
  [
    "the arguments of a call",
    sends(
      message({
        content: null,
        tool_calls: [{ type: "function", function: { name: "plan", arguments: answer } }],
      }),
      {},
    ),
  ],
  ["its thoughts", sends(message({ content: "", reasoning_content: `So I answer: ${answer}` }), {})],
  ["parts", sends(message({ content: [{ type: "text", text: answer }] }), {})],
  ["talk behind the object", says(`${answer}\n\nI hope that helps! {"plan": {}}`)],
  [
    "thoughts beside it, and fields that nobody knows",
    sends(message({ content: answer, reasoning: "{no}", audio: null }), {}),
  ],
])("an answer as %s is read", async (_, responder) => {
  expect(await play([responder])).toMatchObject({ ok: true, decision: { plan: good } });
});

test.each<[string, Responder]>([
  ["an error with status 200", sends(JSON.stringify({ error: { message: "overloaded", code: 503 } }), {})],
  ["no choice", sends(JSON.stringify({ choices: [] }), {})],
  ["a stream that broke off", sends(pieces.join(""), stream)],
  ["JSON with something behind it", sends(`${message({ content: answer })}<html>`, {})],
  [
    "a cut archive",
    sends(gzipSync(message({ content: answer })).subarray(0, 60), { "content-encoding": "gzip" }),
  ],
  ["a body without an end", sends(Buffer.alloc(9 * 1024 * 1024, " "), {})],
  ["429 until a date that is past", fails(429, "slow", { "retry-after": "Mon, 30 Nov 2020 10:00:00 GMT" })],
  ["504 as a page", sends("<html>timeout</html>", { "content-type": "text/html" }, 504)],
])("after %s the next try is taken", async (_, responder) => {
  expect(await play([responder, saysPlan(good)])).toMatchObject({ ok: true, decision: { plan: good } });
});

test("a body that drips is cut off by the request's time limit", async () => {
  expect(await play([drips(), saysPlan(good)], { request_timeout_ms: 300 })).toMatchObject({ ok: true });
});

test("a date far away is told to who asks again later", async () => {
  const at = new Date(Date.now() + 600_000).toUTCString();
  const attempt = await play([fails(429, "slow", { "retry-after": at })]);
  expect(attempt).toMatchObject({ ok: false, error: { code: "unavailable", retryable: true } });
  expect(attempt.ok ? 0 : attempt.error.retryAfterMs).toBeGreaterThan(500_000);
});
