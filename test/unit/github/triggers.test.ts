import { describe, expect, test } from "@jest/globals";
import { queueOf, readTrigger, type TriggerOptions } from "../../../src/github/triggers.js";
import { examplePayload, eventPayload, type EventChange } from "../../support/webhooks.js";

const OPTIONS: TriggerOptions = { slug: "mneme", appId: 99, mode: "mention" };

const comment = (change: EventChange, body = "/mneme diagnose"): ReturnType<typeof readTrigger> =>
  readTrigger(
    {
      id: "delivery-1",
      name: "issue_comment",
      payload: eventPayload("issue_comment", "created", { ...change, comment: { body, ...change.comment } }),
    },
    OPTIONS,
  );

const opened = (body: string | null, options = OPTIONS): ReturnType<typeof readTrigger> =>
  readTrigger(
    { id: "delivery-2", name: "issues", payload: eventPayload("issues", "opened", { issue: { body } }) },
    options,
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

test("somebody else than the reporter is told apart, and no claim in the payload gives a right", () => {
  const trigger = comment({
    sender: { login: "eve" },
    comment: { author_association: "OWNER" },
    issue: { user: { login: "ada" } },
  });
  expect(trigger).toMatchObject({ by: "eve", is_reporter: false, permission: "none" });
});

describe("an opened issue", () => {
  test("asks by a mention, or where the mode is auto", () => {
    expect(opened("it crashes\n\n@mneme please help")).toMatchObject({
      kind: "opened",
      command: "diagnose",
      comment_id: null,
      is_reporter: true,
    });
    expect(opened("it crashes")).toEqual({ ignored: true, reason: "not_addressed" });
    expect(opened("it crashes", { ...OPTIONS, mode: "auto" })).toMatchObject({ command: "diagnose" });
    expect(opened(null)).toEqual({ ignored: true, reason: "not_addressed" });
  });
});

describe("what is not worked on", () => {
  test.each<[string, EventChange, string | undefined, string]>([
    ["talk between people", {}, "thanks, that helped", "not_addressed"],
    ["a quoted command", {}, "> /mneme stop\n\nno", "not_addressed"],
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
    ["issues", "labeled"],
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
