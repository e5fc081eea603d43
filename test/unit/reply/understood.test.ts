import { expect, test } from "@jest/globals";
import { understoodSection } from "../../../src/reply/sections/understood.js";
import type { RecordedFact } from "../../../src/run-record.js";
import { exampleRun } from "../../support/example-run.js";

const fact = (key: string, value: string, over: Partial<RecordedFact> = {}): RecordedFact => ({
  key,
  value,
  comment_id: null,
  author_role: "reporter",
  confidence: 0.8,
  ...over,
});

const lines = (facts: RecordedFact[]): string[] =>
  (understoodSection(exampleRun({ facts })) ?? "").split("\n").slice(2);

test("one value for each key, the more precise one, and nothing that the system's line implies", () => {
  expect(
    lines([
      fact("os_family", "linux"),
      fact("distro", "ubuntu"),
      fact("os", "Ubuntu"),
      fact("os", "Ubuntu 24.04"),
    ]),
  ).toEqual(["- System: Ubuntu 24.04 (issue text)"]);
});

test("the reporter's word stands before another's, and says whose it is otherwise", () => {
  expect(
    lines([
      fact("os", "Fedora 39", { author_role: "other", confidence: 0.99, comment_id: "12345" }),
      fact("os", "Debian 12"),
    ]),
  ).toEqual(["- System: Debian 12 (issue text)"]);
  expect(lines([fact("os", "Fedora 39", { author_role: "other", comment_id: "12345" })])).toEqual([
    "- System: Fedora 39 ([other's comment](https://github.com/example-org/app/issues/12#issuecomment-12345))",
  ]);
});

test("the two surest errors come first", () => {
  const facts = [
    fact("os", "Debian 12"),
    fact("error", "a", { confidence: 0.5 }),
    fact("error", "b", { confidence: 0.9 }),
    fact("error", "c", { confidence: 0.7 }),
  ];
  expect(lines(facts)).toEqual([
    "- Fails with `b` (issue text)",
    "- Fails with `c` (issue text)",
    "- System: Debian 12 (issue text)",
  ]);
});

test("what only says that something was told is left to the planner", () => {
  expect(lines([fact("log", "$ make"), fact("software.cmake", "3.25")])).toEqual([
    "- cmake: 3.25 (issue text)",
  ]);
});

test("nothing known, no section", () => {
  expect(understoodSection(exampleRun({ facts: [] }))).toBeNull();
});
