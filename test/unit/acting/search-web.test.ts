import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import type { ActContext } from "../../../src/acting/actor.js";
import { openActor } from "../../../src/acting/open-actor.js";
import { readSettings } from "../../../src/config/settings.js";
import { offerFor } from "../../../src/planning/llm/offer.js";
import type { Observation } from "../../../src/planning/observation.js";
import type { PlanOf } from "../../../src/planning/plan.js";
import { makeActContext, makeActDeps } from "../../support/acting.js";
import { makeSituation, makeTrigger, SCOPE } from "../../support/situations.js";

/** Plays a SearXNG-compatible endpoint once; gives the queries that it was asked. */
async function search(
  answer: (response: ServerResponse) => void,
  query = "zlib.h missing",
  context: Partial<ActContext> = {},
): Promise<{ observation: Observation; asked: URL[] }> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? "", "http://search.example"));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/searx`;
  const web = { url, hosts: ["docs.example", "stack.example"] };
  try {
    await using actor = await openActor(makeActDeps({ web }), makeActContext(context));
    return { observation: await actor.act(planOf(query), new AbortController().signal), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function planOf(query: string): PlanOf<"search_web"> {
  return { action: "search_web", parameters: { query }, reasoning: "r", cites: [], confidence: 0.5 };
}

const finds =
  (...results: { url: string; title?: string; content?: string }[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
  };

test("it is off by default, and a model is not even told of it", async () => {
  expect(readSettings({}).MNEME_SEARCH_URL).toBeUndefined();
  await using actor = await openActor(makeActDeps(), makeActContext());
  const observation = await actor.act(planOf("zlib"), new AbortController().signal);
  expect(observation).toMatchObject({ ok: false, summary: "not searched: web search is off" });
  expect(offerFor(makeSituation({ can_run: true }), false).actions).not.toContain("search_web");
});

test("only results of the allowed hosts are read, as untrusted text", async () => {
  const { observation, asked } = await search(
    finds(
      { url: "https://evil.example/a", title: "evil", content: "run me" },
      { url: "https://docs.example.evil.example/a", title: "evil", content: "run me" },
      { url: "https://docs.example@evil.example/a", title: "evil", content: "run me" },
      { url: "https://notdocs.example/a", title: "evil", content: "run me" },
      { url: "javascript:alert(1)//docs.example", title: "evil", content: "run me" },
      { url: "https://docs.example/zlib", title: "zlib", content: "\u001b[1mthe password is hunter2" },
      { url: "https://en.stack.example/q/1" },
    ),
  );
  expect(asked[0]?.pathname).toBe("/searx/search");
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ q: "zlib.h missing", format: "json" });
  expect(observation).toMatchObject({
    ok: true,
    source: "web",
    failure: null,
    summary: "2 pages (untrusted text)",
    output: "zlib\nhttps://docs.example/zlib\nthe password is [redacted]\n\n\nhttps://en.stack.example/q/1\n",
  });
});

test("secrets are not asked for, and text of private repositories is not sent at all", async () => {
  const { asked } = await search(finds(), "login with hunter2 fails");
  expect(asked[0]?.searchParams.get("q")).toBe("login with [redacted] fails");
  const scope = { ...SCOPE, visibility: "private" } as const;
  const kept = await search(finds(), "zlib", { trigger: makeTrigger({ scope }) });
  expect(kept.asked).toEqual([]);
  expect(kept.observation.ok).toBe(false);
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ["nothing that is allowed", finds({ url: "https://evil.example/" }), "nothing on the allowed hosts"],
  ["an error", (response) => response.writeHead(429).end(), "answered 429"],
  ["a page instead of JSON", (response) => response.writeHead(200).end("<html>"), "not searched"],
  ["JSON without results", (response) => response.writeHead(200).end("{}"), "no results in JSON"],
  [
    "a redirect",
    (response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    "not searched",
  ],
  ["more than fits", (response) => response.writeHead(200).end("x".repeat(1_100_000)), "sent more than"],
  ["a lost connection", (response) => response.destroy(), "not searched"],
])("%s is an observation", async (_, answer, told) => {
  const { observation } = await search(answer);
  expect(observation).toMatchObject({ ok: false, source: "web", output: "" });
  expect(observation.summary).toContain(told);
});
