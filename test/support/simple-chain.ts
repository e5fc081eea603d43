import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import type { Chain } from "../../src/chain/chain.js";
import { emptyEnvironment } from "../../src/environment/environment.js";
import { EPISODE_SCHEMA_VERSION, noCounters } from "../../src/memory/episode.js";
import type { Scope } from "../../src/memory/scope.js";
import { threadKey, type Thread } from "../../src/thread/thread.js";

/** A chain of one report: for tests of the story, which does not care what is in it. */
export function buildSimpleChain(thread: Thread, scope: Scope): Chain {
  const key = threadKey(thread);
  return {
    scope,
    thread: key,
    url: thread.source_url,
    title: thread.title,
    episodes: [
      {
        id: uuidv5(`${scope.repository}/${key}/report`, uuidv5.URL),
        scope,
        thread: key,
        seq: 0,
        kind: "report",
        summary: thread.title,
        symptoms: [thread.title],
        environment: emptyEnvironment(),
        entities: [],
        tags: [],
        status: "open",
        links: [],
        confidence: 0.55,
        provenance: {
          source: "reporter",
          url: thread.source_url,
          comment_id: null,
          author_role: "reporter",
          quoted_text_hash: createHash("sha256").update(thread.body).digest("hex"),
        },
        counters: noCounters(),
        created_at: "2026-01-01T00:00:00.000Z",
        schema_version: EPISODE_SCHEMA_VERSION,
      },
    ],
    environment: emptyEnvironment(),
    facts: [{ key: "os", value: "Debian 12", comment_id: null, author_role: "reporter", confidence: 0.8 }],
    failures: [],
    questions: [],
    symptoms: [thread.title],
  };
}

export function simpleThread(over: Partial<Thread> = {}): Thread {
  return {
    source_url: "https://github.com/o/r/issues/1",
    repo: "o/r",
    number: 1,
    title: "It fails",
    body: "It fails on Debian 12.",
    author: "reporter",
    labels: [],
    state: "open",
    state_reason: null,
    locked: false,
    created_at: "2026-01-01T00:00:00Z",
    comments: [],
    events: [],
    ...over,
  };
}
