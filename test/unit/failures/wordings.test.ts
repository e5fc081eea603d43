import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { parseLog } from "../../../src/failures/parse-log.js";

const FILE = join(dirname(fileURLToPath(import.meta.url)), "../../fixtures/logs/wordings.jsonl");

const Wording = z.strictObject({
  id: z.string(),
  log: z.string(),
  error_types: z.array(z.string()).min(1),
  roots: z.array(z.string()).min(1),
  entities: z.array(z.object({ kind: z.string(), value: z.string() })),
});

const wordings = readFileSync(FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => Wording.parse(JSON.parse(line)));

describe("wordings of many tools", () => {
  test.each(wordings)("$id", ({ log, error_types, roots, entities }) => {
    const found = parseLog(log).failures[0];
    expect(error_types).toContain(found?.error_type);
    expect(roots).toContain(found?.root_line);
    const pairs = found?.key_entities.map(({ kind, value }) => ({ kind, value }));
    expect(pairs).toEqual(expect.arrayContaining(entities));
  });
});
