import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../../../../src/sqlite/driver.js";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteRecallIndex } from "../../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { entry, idOf, query } from "../../../contract/recall-index.js";

describe("sqlite: the file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mneme-index-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is found again after closing", async () => {
    const path = join(folder, "index.db");
    const first = SqliteRecallIndex.open(path);
    await first.upsert([entry(1)]);
    await first.setCursor(7);
    await first.close();
    const second = SqliteRecallIndex.open(path);
    expect(await second.cursor()).toBe(7);
    expect((await second.search(query())).map(({ id }) => id)).toEqual([idOf(1)]);
    await second.close();
  });

  test("of a newer version is refused, and left as it is", () => {
    const path = join(folder, "newer.db");
    SqliteRecallIndex.open(path);
    const database = new SqliteDatabase(path);
    database.pragma("user_version = 9999");
    database.close();
    expect(() => SqliteRecallIndex.open(path)).toThrow(/newer mneme \(version 9999/);
    const again = new SqliteDatabase(path);
    expect(again.pragma("user_version", { simple: true })).toBe(9999);
    again.close();
  });

  test("that is no database, or another program's, is refused", () => {
    const text = join(folder, "text.db");
    writeFileSync(text, "this is not a database, but a text of some length\n".repeat(50));
    expect(() => SqliteRecallIndex.open(text)).toThrow(/damaged or no index at all.*reindex/);
    expect(readFileSync(text, "utf8")).toContain("not a database");
    const foreign = join(folder, "foreign.db");
    const database = new SqliteDatabase(foreign);
    database.exec("CREATE TABLE entries (precious TEXT)");
    database.close();
    expect(() => SqliteRecallIndex.open(foreign)).toThrow(/something else/);
  });

  test("in a folder that is not there is refused with the path", () => {
    expect(() => SqliteRecallIndex.open(join(folder, "no", "index.db"))).toThrow(
      /no\/index\.db.*check the path/,
    );
  });

  test("that another process writes to is a conflict to retry", async () => {
    const path = join(folder, "locked.db");
    const index = SqliteRecallIndex.open(path, { lockTimeoutMs: 50 });
    const other = new SqliteDatabase(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(index.upsert([entry(1)])).rejects.toMatchObject({ code: "conflict", retryable: true });
    other.exec("COMMIT");
    other.close();
    await index.upsert([entry(1)]);
    await index.close();
  });

  test("with vectors of another size is refused with the remedy", async () => {
    const index = SqliteRecallIndex.open(":memory:");
    await index.upsert([entry(1, { vector: Float32Array.of(1, 0, 0, 0) })]);
    const asked = index.search(query({ vector: Float32Array.of(1, 0) }));
    await expect(asked).rejects.toMatchObject({ code: "bad_config" });
    await expect(asked).rejects.toThrow(/4 dimensions.*gives 2.*reindex/);
    await index.close();
  });

  test("a batch that fails half way leaves nothing behind", async () => {
    const index = SqliteRecallIndex.open(":memory:");
    const broken = { ...entry(2), confidence: undefined as unknown as number };
    await expect(index.upsert([entry(1), broken])).rejects.toThrow();
    expect(await index.search(query())).toEqual([]);
    await index.close();
  });
});
