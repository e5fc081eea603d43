import { expect, test } from "@jest/globals";
import { recogniseChecklist } from "../../../src/environment/recognise-checklist.js";
import { recogniseSentence } from "../../../src/environment/recognise-sentences.js";

function read(line: string): Record<string, string> {
  return Object.fromEntries(recogniseChecklist(line).map(({ key, value }) => [key, value]));
}

test("a doctor's line names what it checked, and where it runs", () => {
  expect(read("[✓] Flutter (Channel beta, 3.2.1, on macOS 13.1 22C65 darwin-arm64, locale de-DE)")).toEqual({
    "software.flutter": "3.2.1",
    os: "macOS 13.1",
    os_family: "macos",
    arch: "arm64",
  });
  expect(
    read("[!] Flutter (Channel stable, v2.0.3, on Microsoft Windows [Version 10.0.19042.1])"),
  ).toMatchObject({ "software.flutter": "2.0.3", os_family: "windows" });
  expect(read("  [✗] Xcode - develop for iOS and macOS (Xcode 14.2)")).toEqual({ "software.xcode": "14.2" });
});

test("a list of tasks or a device is none", () => {
  expect(read("[x] I searched for the same issue (it was closed in 1.2.3)")).toEqual({});
  expect(read("[✓] Connected device (3 available)")).toEqual({});
});

test("who built a compiler is no software of its own", () => {
  const line = {
    text: "gcc (GCC) 12.2.1 20221121 (Red Hat 12.2.1-4)",
    kind: "prose",
    label: null,
    listed: false,
  } as const;
  expect(recogniseSentence(line, "widgets").map(({ key }) => key)).not.toContain("software.red-hat");
});
