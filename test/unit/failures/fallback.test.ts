import { describe, expect, it } from "@jest/globals";
import { type ExcerptReader, parseLogWithReader } from "../../../src/failures/fallback.js";

/** Answers one scripted value; fails on a second or unexpected question. */
function scriptedReader(answer: unknown): ExcerptReader & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    readExcerpt(excerpt) {
      if (asked.length > 0) throw new Error("the reader was asked twice");
      asked.push(excerpt);
      return Promise.resolve(answer);
    },
  };
}

const LOG = "starting the frobnicator\nthe moon 7.3 is not aligned with sun\nbye";
const READING = {
  error_type: "VERSION_CONFLICT",
  stage: "run",
  ecosystem: "frobnicator",
  root_line: "the moon 7.3 is not aligned with sun",
  entities: [{ kind: "version", value: "7.3" }],
  root_cause: "The moon is too new.",
};

describe("parseLogWithReader", () => {
  it("takes a reading that stands in the text, marked and less sure than a rule", async () => {
    const { failures } = await parseLogWithReader(LOG, scriptedReader(READING), { exitCode: 1 });
    expect(failures[0]).toMatchObject({
      parser: "llm",
      confidence: 0.4,
      error_type: "VERSION_CONFLICT",
      root_line_no: 2,
      key_entities: [{ kind: "version", value: "7.3" }],
    });
  });

  it.each([
    ["a root line that is not there", { ...READING, root_line: "the moon fell down" }],
    ["an entity that is not there", { ...READING, entities: [{ kind: "package", value: "mars" }] }],
    ["an error type of its own", { ...READING, error_type: "MOON_ERROR" }],
    ["extra keys", { ...READING, command: "rm -rf /" }],
    ["no object", "sorry, I cannot do that"],
    ["null", null],
  ])("refuses %s", async (_, answer) => {
    expect(await parseLogWithReader(LOG, scriptedReader(answer), { exitCode: 1 })).toEqual({
      failures: [],
      partial: null,
    });
  });

  it("does not ask where a rule is sure, nor where nothing failed", async () => {
    const reader = scriptedReader(READING);
    await parseLogWithReader("bash: foo: command not found", reader, { exitCode: 127 });
    await parseLogWithReader("all is well", reader, { exitCode: 0 });
    await parseLogWithReader("all is well", reader);
    expect(reader.asked).toEqual([]);
  });

  it("shows the reader a bounded excerpt without colours", async () => {
    const reader = scriptedReader(null);
    await parseLogWithReader(`\u001b[31m${"x".repeat(300)}\u001b[0m\n`.repeat(5_000), reader, {
      exitCode: 1,
    });
    expect(reader.asked[0]?.length).toBeLessThanOrEqual(8_000);
    expect(reader.asked[0]).not.toContain("\u001b");
  });
});
