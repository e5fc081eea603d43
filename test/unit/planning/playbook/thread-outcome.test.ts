import { expect, test } from "@jest/globals";
import { buildChain } from "../../../../src/chain/build-chain.js";
import { outcomeOfThread } from "../../../../src/planning/playbook/thread-outcome.js";
import type { Comment } from "../../../../src/thread/thread.js";
import { simpleThread } from "../../../support/simple-chain.js";
import { SCOPE } from "../../../support/situations.js";

function outcome(...said: [role: Comment["author_role"], body: string][]): string | null {
  const comments = said.map(([author_role, body], at) => ({
    id: String(at + 1),
    author: author_role,
    author_role,
    body,
    created_at: `2026-01-02T0${String(at)}:00:00Z`,
    edited_at: null,
    url: `https://github.com/o/r/issues/1#issuecomment-${String(at + 1)}`,
    minimized: false,
  }));
  const thread = simpleThread({ title: "The build stops", comments });
  return outcomeOfThread(buildChain(thread, { scope: SCOPE }).episodes)?.summary ?? null;
}

test("what was only supposed before is told beside the word that it was so", () => {
  const told = outcome(
    ["reporter", "Could it be that the mirror was shut down last week?"],
    ["reporter", "As it turns out, that was the issue."],
  );
  expect(told).toContain("From comment 1: Could it be that the mirror was shut down last week?");
  expect(told).toContain("The reporter says of it in comment 2: As it turns out, that was the issue.");
});

test("a bare question says nothing of what was tried", () => {
  const told = outcome(
    ["maintainer", "What does it print with the other archive flag?\n\nDoes it succeed?"],
    ["reporter", "Yes, with `ar rS` it works now."],
  );
  expect(told).not.toContain("Does it succeed?");
});

test.each([
  [
    "maintainer",
    "As a fallback we can try to use the platform's own function, I need to see how ugly it gets.",
  ],
  [
    "maintainer",
    "I am worried that others are behind such a switch as well, so this is a valid concern that was fixed.",
  ],
  ["maintainer", "Try clicking on them."],
  ["reporter", "I am going to make a new snapshot and pray that one of the recent changes fixed it!"],
] as const)("what the %s is about to do settles nothing: %s", (role, body) => {
  expect(outcome([role, body])).toBeNull();
});

test("a command that the words hold is not told twice", () => {
  const told = outcome([
    "maintainer",
    "You have to install the newer runtime: `apt-get install -y openjdk-17-jre`",
  ]);
  expect(told?.split("openjdk-17-jre")).toHaveLength(2);
});

test("a solution without words is told as what it is", () => {
  expect(outcome(["reporter", "Yep, that's all it was. Sorry!"])).toBe(
    "The reporter says in comment 1 that it is solved: Yep, that's all it was.",
  );
});
