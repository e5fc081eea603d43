import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { parseLog } from "../../../src/failures/parse-log.js";

const LOGS = join(dirname(fileURLToPath(import.meta.url)), "../../fixtures/logs");

const Expected = z.object({
  command: z.string().nullable(),
  expected: z.object({
    error_type: z.string(),
    also_ok: z.array(z.string()),
    entities: z.array(z.object({ kind: z.string(), value: z.string() })),
    root_line: z.string(),
    /** Other lines that a careful reader could name as the root. */
    also_root: z.array(z.string()).default([]),
  }),
  /** Why the parser is not held to this log yet. */
  known_miss: z.string().optional(),
});

const tools = readdirSync(LOGS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "success")
  .map(({ name }) => name);
const failing = tools.flatMap((tool) =>
  readdirSync(join(LOGS, tool))
    .filter((file) => file.endsWith(".expected.json"))
    .map((file) => {
      const name = `${tool}/${file.slice(0, -".expected.json".length)}`;
      return { name, ...Expected.parse(JSON.parse(readFileSync(join(LOGS, tool, file), "utf8"))) };
    }),
);
const held = failing.filter(({ known_miss }) => known_miss === undefined);
const succeeding = readdirSync(join(LOGS, "success"));

function readLog(name: string): string {
  return readFileSync(join(LOGS, name), "utf8");
}

describe("logs of tools that really failed", () => {
  test("are many, and the known misses few", () => {
    expect(failing.length).toBeGreaterThanOrEqual(400);
    expect(failing.length - held.length).toBeLessThan(failing.length * 0.1);
  });

  test.each(held)("$name", ({ name, command, expected }) => {
    const found = parseLog(readLog(`${name}.log`), command === null ? {} : { command }).failures[0];
    expect([expected.error_type, ...expected.also_ok]).toContain(found?.error_type);
    expect([expected.root_line, ...expected.also_root]).toContain(found?.root_line);
    const pairs = found?.key_entities.map(({ kind, value }) => ({ kind, value }));
    expect(pairs).toEqual(expect.arrayContaining(expected.entities));
  });
});

describe("logs of tools that did their work", () => {
  test("are at least sixty", () => {
    expect(succeeding.length).toBeGreaterThanOrEqual(60);
  });

  test.each(succeeding)("%s holds no failure", (file) => {
    expect(parseLog(readLog(`success/${file}`)).failures).toEqual([]);
  });
});
