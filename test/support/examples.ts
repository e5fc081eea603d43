import type { Thread } from "../../src/thread/thread.js";
import type { Trigger } from "../../src/thread/trigger.js";

/** A small thread of this project's own. */
export function exampleThread(change: Partial<Thread> = {}): Thread {
  return {
    source_url: "https://github.com/octo/site/issues/7",
    repo: "octo/site",
    number: 7,
    title: "npm ci fails on Node 22",
    body: "It fails with `node-gyp` on Ubuntu 24.04.",
    author: "ada",
    labels: [],
    state: "open",
    state_reason: null,
    locked: false,
    created_at: "2026-01-02T03:04:05.000Z",
    comments: [],
    events: [],
    ...change,
  };
}

export function exampleTrigger(change: Partial<Trigger> = {}): Trigger {
  return {
    kind: "comment",
    id: "delivery-1",
    scope: { installation: "5", repository: "42", visibility: "public" },
    repo: "octo/site",
    number: 7,
    comment_id: "77",
    command: "diagnose",
    arguments: "",
    by: "ada",
    permission: "read",
    is_reporter: true,
    at: "2026-01-02T03:04:05.000Z",
    ...change,
  };
}
