import { expect, test } from "@jest/globals";
import { createRequire } from "node:module";
import { SqliteDatabase } from "../../../src/sqlite/driver.js";

const require = createRequire(import.meta.url);
const major = Number(process.versions.node.split(".")[0]);

test("runs the driver that this Node can bear", () => {
  const name = major >= 22 ? "better-sqlite3-napi" : "better-sqlite3";
  const { version } = require(`${name}/package.json`) as { version: string };
  expect(version.split(".")[0]).toBe(major >= 22 ? "13" : "12");
  expect(SqliteDatabase).toBe(require(name));
  const database = new SqliteDatabase(":memory:");
  expect(database.prepare("select 6 * 7 as answer").get()).toEqual({ answer: 42 });
  database.close();
});
