import { describe, expect, it } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";

describe("parseLog", () => {
  it("finds the cause, not the wrapper around it", () => {
    const { failures } = parseLog(
      [
        "$ npm install",
        "npm ERR! code ETARGET",
        "npm ERR! notarget No matching version found for left-pad@^9.0.0.",
        "npm ERR! A complete log of this run can be found in: /root/.npm/_logs/1.log",
      ].join("\n"),
    );
    expect(failures[0]).toMatchObject({
      error_type: "VERSION_NOT_FOUND",
      ecosystem: "npm",
      code: "ETARGET",
      root_line: "npm ERR! notarget No matching version found for left-pad@^9.0.0.",
      root_line_no: 3,
      raw_command: "npm install",
      parser: "npm/etarget",
    });
    expect(failures[0]?.key_entities).toEqual([
      { kind: "package", value: "left-pad" },
      { kind: "constraint", value: "^9.0.0" },
      { kind: "code", value: "ETARGET" },
    ]);
  });

  it("counts lines at every kind of line end and ignores colours", () => {
    const text = "one\r\ntwo\rthree\n\u001b[31mbash: \u001b[0mfoo: command not found\n";
    expect(parseLog(text).failures[0]).toMatchObject({
      root_line: "bash: foo: command not found",
      root_line_no: 4,
      error_type: "COMMAND_NOT_FOUND",
    });
  });

  it("gives the same answer however the text is cut into chunks", () => {
    const text = "a\r\nCollecting foo==9\r\nERROR: No matching distribution found for foo==9\r\n";
    for (let size = 1; size < 20; size++) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      );
      expect(parseLog(chunks)).toEqual(parseLog(text));
    }
  });

  it("finds nothing in a log without a failure", () => {
    expect(parseLog("Collecting foo\nSuccessfully installed foo-1.0\n")).toEqual({
      failures: [],
      partial: null,
    });
  });

  it("says where it stopped when time is up", () => {
    let time = 0;
    const parsed = parseLog("x\n".repeat(10_000), { timeLimitMs: 2, now: () => time++ });
    expect(parsed.partial).toEqual({ reason: "time_limit", lines_read: 2048 });
  });
});
