import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parseLog } from "../../../src/failures/parse-log.js";

/** Faults of one line or more, as their tools print them. */
const FAULTS: readonly (readonly string[])[] = [
  ["npm error code ETARGET", "npm error notarget No matching version found for abc@1.2.3."],
  ["bash: line 3: frob: command not found"],
  ["src/a.c:7:10: fatal error: zlib.h: No such file or directory", "compilation terminated."],
  ["E: Unable to locate package libfrob-dev"],
  [
    "Traceback (most recent call last):",
    '  File "/app/main.py", line 3, in <module>',
    "ModuleNotFoundError: No module named 'frob'",
  ],
  ["fatal: Authentication failed for 'https://git.example/a/b'"],
];
const fault = fc.constantFrom(...FAULTS);

/** What CI services, docker and terminals put before or around a line. */
const PREFIXES: readonly ((line: string, no: number) => string)[] = [
  (line, no) => `2026-01-02T03:04:${String(no % 60).padStart(2, "0")}.1234567Z ${line}`,
  (line, no) => `#12 ${no}.456 ${line}`,
  (line, no) => `${no}.456 ${line}`,
  (line) => `web-1  | ${line}`,
  (line) => `build\tRun tests\t2026-01-02T03:04:05.1234567Z ${line}`,
  (line) => `[03:04:05] ${line}`,
  (line) => `\u001b[91m${line}\u001b[0m`,
  (line) => `${line}\r`,
];
const prefix = fc.constantFrom(...PREFIXES);

/** Lines of other jobs that print at the same time. */
const other = fc.constantFrom(
  "  CC       lib/module_a.o",
  "Downloading artifact-b.jar (1.2 MB)",
  "[INFO] Copying 3 resources",
  "ok 12 - reads an empty file",
  "   Compiling example v0.1.0",
  "",
);

function rootOf(lines: readonly string[]): { fingerprint: string | undefined; type: string | undefined } {
  const [root] = parseLog(lines.join("\n")).failures;
  return { fingerprint: root?.fingerprint, type: root?.error_type };
}

describe("what surrounds a fault", () => {
  it("does not change its fingerprint: prefixes of CI, docker and terminals", () => {
    fc.assert(
      fc.property(fault, prefix, (lines, mark) => {
        expect(rootOf(lines.map(mark))).toEqual(rootOf(lines));
      }),
      { numRuns: 300 },
    );
  });

  it("does not change its fingerprint: other jobs that print in between", () => {
    fc.assert(
      fc.property(
        fault,
        fc.array(other, { maxLength: 4 }),
        fc.array(other, { maxLength: 4 }),
        (lines, before, after) => {
          // a traceback is written at once; all else may be cut by other jobs' lines
          const parts = lines[0]?.startsWith("Traceback") === true ? [lines] : lines.map((line) => [line]);
          expect(rootOf(parts.flatMap((part) => [...before, ...part, ...after]))).toEqual(rootOf(lines));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("does not change its fingerprint: groups of a CI log around it", () => {
    fc.assert(
      fc.property(
        fault,
        fc.array(other, { maxLength: 6 }),
        fc.array(other, { maxLength: 6 }),
        (lines, before, after) => {
          const log = [
            "##[group]Install",
            ...before,
            "##[endgroup]",
            "##[group]Build",
            ...lines,
            "##[endgroup]",
            ...after,
            "##[error]Process completed with exit code 1.",
          ];
          expect(rootOf(log)).toEqual(rootOf(lines));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is one fault in the old and in the new words of npm", () => {
    const old = FAULTS[0]?.map((line) => line.replace("npm error", "npm ERR!")) ?? [];
    expect(rootOf(old)).toEqual(rootOf(FAULTS[0] ?? []));
    expect(rootOf(["npm ERR! code E404"]).fingerprint).toBe(rootOf(["npm error code E404"]).fingerprint);
  });
});
