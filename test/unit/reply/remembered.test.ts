import { expect, test } from "@jest/globals";
import type { Recalled } from "../../../src/recall/recalled.js";
import { rememberedSection } from "../../../src/reply/sections/remembered.js";
import { exampleRun } from "../../support/example-run.js";
import { makeRecall, makeRecalled, makeThreadEpisode } from "../../support/situations.js";

function told(...signals: Recalled["reasons"][number]["signal"][]): string {
  const reasons = signals.map((signal) => ({ signal, score: 0.5, text: `for ${signal}` }));
  const memory = makeRecalled(makeThreadEpisode({ thread: "octo/other#3", summary: "It fails elsewhere" }), {
    score: 0.5,
    reasons,
  });
  return rememberedSection(exampleRun({ recall: makeRecall([memory]), steps: [] })) ?? "";
}

test("another project's issue is not shown for words in common alone", () => {
  expect(told("lexical", "environment", "recency", "confidence")).toContain(
    "M1: looked at, and too little like this.",
  );
  expect(told("lexical", "same_repository")).toContain("It fails elsewhere");
  expect(told("lexical", "entities")).toContain("It fails elsewhere");
  expect(told("fingerprint")).toContain("It fails elsewhere");
});
