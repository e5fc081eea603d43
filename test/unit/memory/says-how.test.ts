import { expect, test } from "@jest/globals";
import { saysHow } from "../../../src/memory/says-how.js";
import { makeThreadEpisode } from "../../support/situations.js";

const fix = makeThreadEpisode({ kind: "resolution", status: "resolved" });

test.each([
  "That fixed it for me, thank you.",
  "Yep, that's all it was.",
  "Does set MSYSTEM=MINGW32 help?",
  "I'm surprised it works in Linux without that.",
  "The build stops",
  "Try running.",
  "You could try running:",
  "Please run this",
  "It can be installed with",
])("%s tells nobody what to do", (summary) => {
  expect(saysHow({ ...fix, summary }, "The build stops")).toBe(false);
});

test.each([
  "Set PATH at the top of the crontab",
  "Fixed in 2.4.1",
  "Use gmake, then it works fine",
  "Try running gmake",
  "The daemon has to be running",
])("%s is a way out", (summary) => {
  expect(saysHow({ ...fix, summary })).toBe(true);
});

test("a command is one, whatever stands beside it; a report is none", () => {
  const action = { action: "changed", parameters: {}, command: "gmake" };
  expect(saysHow({ ...fix, summary: "Works now", action })).toBe(true);
  expect(saysHow({ ...fix, kind: "report", summary: "Set PATH" })).toBe(false);
});
