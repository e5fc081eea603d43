import { describe, expect, test } from "@jest/globals";
import { queueOf, readTrigger, type TriggerOptions } from "../../../src/github/triggers.js";
import { examplePayload, eventPayload, type EventChange } from "../../support/webhooks.js";

const OPTIONS: TriggerOptions = { slug: "mneme", appId: 99 };

const comment = (change: EventChange, body = "/mneme diagnose"): ReturnType<typeof readTrigger> =>
  readTrigger(
    {
      id: "delivery-1",
      name: "issue_comment",
      payload: eventPayload("issue_comment", "created", { ...change, comment: { body, ...change.comment } }),
    },
    OPTIONS,
  );

const opened = (body: string | null): ReturnType<typeof readTrigger> =>
  readTrigger(
    { id: "delivery-2", name: "issues", payload: eventPayload("issues", "opened", { issue: { body } }) },
    OPTIONS,
  );

const labeled = (change: EventChange): ReturnType<typeof readTrigger> =>
  readTrigger(
    { id: "delivery-3", name: "issues", payload: eventPayload("issues", "labeled", change) },
    OPTIONS,
  );

test("a comment that asks is a trigger that holds all that its job needs", () => {
  const trigger = comment({
    repo: "octo/site",
    repoId: 42,
    number: 7,
    installation: 5,
    isPrivate: true,
    sender: { login: "ada" },
    comment: { id: 77, body: "/mneme why M3", created_at: "2026-01-02T03:04:05Z" },
    issue: { user: { login: "ada", type: "User" } },
  });
  expect(trigger).toEqual({
    kind: "comment",
    id: "delivery-1",
    scope: { installation: "5", repository: "42", visibility: "private" },
    repo: "octo/site",
    number: 7,
    comment_id: "77",
    command: "why",
    arguments: "M3",
    by: "ada",
    permission: "none",
    is_reporter: true,
    at: "2026-01-02T03:04:05.000Z",
  });
  expect("ignored" in trigger ? null : queueOf(trigger)).toBe("thread:42#7");
});

test("an issue that comes from another repository is not answered once more", () => {
  const payload = eventPayload("issues", "opened", { issue: { body: "@mneme please help" } });
  const read = (changes: unknown) =>
    readTrigger({ id: "d", name: "issues", payload: { ...payload, changes } }, OPTIONS);
  expect(read(undefined)).toMatchObject({ kind: "opened" });
  expect(read({ old_issue: { number: 3 }, old_repository: { full_name: "octo/site" } })).toEqual({
    ignored: true,
    reason: "transferred",
  });
});

test("somebody else than the reporter is told apart, and no claim in the payload gives a right", () => {
  const trigger = comment({
    sender: { login: "eve" },
    comment: { author_association: "OWNER" },
    issue: { user: { login: "ada" } },
  });
  expect(trigger).toMatchObject({ by: "eve", is_reporter: false, permission: "none" });
});

describe("an opened issue", () => {
  test("asks by a mention; without one it may ask, where the repository says so", () => {
    const asked = opened("it crashes\n\n@mneme please help");
    expect(asked).toMatchObject({
      kind: "opened",
      command: "diagnose",
      comment_id: null,
      is_reporter: true,
    });
    expect(asked).not.toHaveProperty("unasked");
    for (const body of ["it crashes", null, "![a picture](https://example.com/x.png)"])
      expect(opened(body)).toMatchObject({ kind: "opened", unasked: true, command: "diagnose" });
  });
});

describe("a label", () => {
  test("asks in the name of who added it, whoever opened the issue", () => {
    const change = {
      sender: { login: "grace" },
      issue: { user: { login: "ada" }, updated_at: "2026-01-02T03:04:05Z" },
    };
    expect(labeled(change)).toMatchObject({
      kind: "label",
      label: "bug",
      by: "grace",
      is_reporter: false,
      comment_id: null,
      at: "2026-01-02T03:04:05.000Z",
    });
  });

  test("that a bot or mneme itself added, or on a pull request, asks nothing", () => {
    expect(labeled({ sender: { login: "triage[bot]", type: "Bot" } })).toEqual({
      ignored: true,
      reason: "bot",
    });
    expect(labeled({ sender: { login: "mneme[bot]", type: "Bot" } })).toEqual({
      ignored: true,
      reason: "own_event",
    });
    expect(labeled({ issue: { pull_request: {} } })).toEqual({ ignored: true, reason: "pull_request" });
  });
});

test.each([
  ["talk between people", "thanks, that helped"],
  ["a quoted command", "> /mneme stop\n\nno"],
  ["65,536 characters", "ä".repeat(65_536)],
  ["only an image", "![](https://example.com/x.png)"],
  ["any script", "ありがとう、もう一度試します 🙏 شكرا"],
])("%s may answer a question that is open, and asks nothing by itself", (_, body) => {
  expect(comment({}, body)).toMatchObject({ kind: "continuation", command: "diagnose", arguments: "" });
});

describe("what is not worked on", () => {
  test.each<[string, EventChange, string | undefined, string]>([
    ["a bot", { sender: { login: "renovate[bot]", type: "Bot" } }, undefined, "bot"],
    ["its own comment", { sender: { login: "mneme[bot]", type: "Bot" } }, undefined, "own_event"],
    ["its own words in a person's name", {}, "/mneme stop <!-- mneme:run=1 -->", "own_event"],
    ["an app in a person's name", { comment: { performed_via_github_app: { id: 3 } } }, undefined, "bot"],
    [
      "itself in a person's name",
      { comment: { performed_via_github_app: { id: 99 } } },
      undefined,
      "own_event",
    ],
    ["a pull request", { issue: { pull_request: { url: "x" } } }, undefined, "pull_request"],
  ])("%s", (_, change, body, reason) => {
    expect(comment(change, body)).toEqual({ ignored: true, reason });
  });

  test.each([
    ["issue_comment", "edited"],
    ["issues", "unlabeled"],
    ["repository", "created"],
  ])("the event %s.%s", (name, action) => {
    const payload = examplePayload(name, action);
    expect(readTrigger({ id: "x", name, payload }, OPTIONS)).toMatchObject({ ignored: true });
  });

  test.each([null, {}, "text", { action: "created" }, { action: "opened", issue: { number: "one" } }])(
    "a body that is none: %j",
    (payload) => {
      for (const name of ["issues", "issue_comment", "nonsense"])
        expect(readTrigger({ id: "x", name, payload }, OPTIONS)).toEqual({
          ignored: true,
          reason: "unknown_event",
        });
    },
  );
});
