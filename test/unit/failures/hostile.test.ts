import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { FailureCase } from "../../../src/failures/failure-case.js";
import { parseLog } from "../../../src/failures/parse-log.js";
import { hostileText } from "../../support/hostile-text.js";

describe("parseLog on hostile text", () => {
  it("always answers well-formed cases whose root line stands in the text, in little time", () => {
    let characters = 0;
    const before = process.cpuUsage();
    fc.assert(
      fc.property(hostileText, (text) => {
        characters += text.length;
        for (const failure of parseLog(text).failures) {
          expect(FailureCase.safeParse(failure).success).toBe(true);
          expect(text.split(/\r\n|\n|\r/)[failure.root_line_no - 1]).toBeDefined();
        }
      }),
      { numRuns: 1_000 },
    );
    const { user } = process.cpuUsage(before);
    // A pattern that runs away takes seconds for one line. Most of the allowance is the test's own work.
    expect(user / 1000 / (characters / 1000)).toBeLessThan(60);
  });

  it("reads a line without end in bounded pieces", () => {
    const chunk = "error: cannot find fatal ".repeat(4_000);
    const { failures, partial } = parseLog(Array.from({ length: 100 }, () => chunk));
    expect(partial).toBeNull();
    expect(failures.every(({ root_line }) => root_line.length <= 10_000)).toBe(true);
  });

  it("keeps a bounded number of cases however many lines fail", () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `bash: tool${i}: command not found`).join("\n");
    const { failures } = parseLog(text);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.root_line_no).toBe(1);
  });
});
