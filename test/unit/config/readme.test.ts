import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import {
  repositoryConfigSchema,
  repositoryConfigTable,
} from "../../../src/config/repository/config-schema.js";
import { settingsTable } from "../../../src/config/settings.js";

const README = new URL("../../../README.md", import.meta.url);
const SCHEMA = new URL("../../../schema/mneme.schema.json", import.meta.url);
const isUpdate = process.env["UPDATE_DOCS"] === "1";

test.each([
  ["settings", settingsTable],
  ["repository", repositoryConfigTable],
])("the README's table of %s is the schema's (npm run docs writes it)", (name, table) => {
  const text = readFileSync(README, "utf8");
  const begin = text.indexOf(`<!-- ${name}:begin`);
  const start = text.indexOf("\n", begin) + 1;
  const end = text.indexOf(`<!-- ${name}:end -->`);
  expect([begin, end].every((at) => at > 0)).toBe(true);
  const expected = `${text.slice(0, start)}\n${table()}\n\n${text.slice(end)}`;
  if (isUpdate) writeFileSync(README, expected);
  else expect(text).toBe(expected);
});

test("the JSON schema that is shipped is the one that files are checked with (npm run docs writes it)", () => {
  const schema = repositoryConfigSchema();
  if (isUpdate) writeFileSync(SCHEMA, `${JSON.stringify(schema, null, 2)}\n`);
  else expect(JSON.parse(readFileSync(SCHEMA, "utf8"))).toEqual(schema);
});
