import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { settingsTable } from "../../../src/config/settings.js";

const README = new URL("../../../README.md", import.meta.url);
const SECTION = /(<!-- settings:begin[^\n]*-->\n)[\s\S]*?(<!-- settings:end -->)/;

test("the README's configuration table is the schema's (npm run docs writes it)", () => {
  const text = readFileSync(README, "utf8");
  const expected = text.replace(
    SECTION,
    (_, begin: string, end: string) => `${begin}\n${settingsTable()}\n\n${end}`,
  );
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(README, expected);
  else expect(text).toBe(expected);
});
