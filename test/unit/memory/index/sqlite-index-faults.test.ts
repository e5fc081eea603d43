import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildSqliteBeside } from "../../../../src/memory/index/sqlite/build-beside.js";
import { SqliteRecallIndex } from "../../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { SqliteDatabase } from "../../../../src/sqlite/driver.js";
import { entry, idOf, publicScope, query, readerOf } from "../../../contract/recall-index.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-index-faults-"));
  path = join(folder, "index.db");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const READER = readerOf(publicScope());

async function makeIndex(entries: number): Promise<void> {
  const index = SqliteRecallIndex.open(path);
  await index.upsert(Array.from({ length: entries }, (_, number) => entry(number)));
  await index.setCursor(entries);
  await index.close();
}

test("a file that is only half there is refused with the remedy", async () => {
  await makeIndex(300);
  truncateSync(path, Math.floor(statSync(path).size / 2));
  const opened = () => SqliteRecallIndex.open(path).search(query());
  await expect(async () => await opened()).rejects.toMatchObject({ code: "storage" });
  await expect(async () => await opened()).rejects.toThrow(
    /index\.db.*delete it and run "mneme memory reindex"/,
  );
});

test("on a full disk a batch is left out whole, and the index goes on", async () => {
  await makeIndex(10);
  const index = SqliteRecallIndex.open(path, { maxBytes: statSync(path).size + 20 * 4096 });
  const many = Array.from({ length: 2000 }, (_, number) =>
    entry(100 + number, { text: `text ${number} of many words ${number * 7}` }),
  );
  await expect(index.upsert(many)).rejects.toMatchObject({ code: "storage" });
  await expect(index.upsert(many)).rejects.toThrow(/index\.db: the disk is full/);
  expect(await index.count(READER, {})).toBe(10);
  await index.upsert([entry(50)]);
  expect(await index.count(READER, {})).toBe(11);
  await index.close();
});

test("a reindex that was killed leaves the old index, and the next one starts afresh", async () => {
  await makeIndex(3);
  const cut = await buildSqliteBeside(path, null);
  await cut.index.upsert([entry(90)]);
  const current = SqliteRecallIndex.open(path);
  expect(await current.count(READER, {})).toBe(3);
  await cut.index.close();
  const again = await buildSqliteBeside(path, null);
  expect(await again.index.count(READER, {})).toBe(0);
  await again.index.upsert([entry(91)]);
  await again.switchOver();
  expect((await current.search(query())).map(({ id }) => id)).toEqual([idOf(91)]);
  await current.close();
});

test("a switch that fails half way leaves the old index whole", async () => {
  await makeIndex(3);
  const other = join(folder, "other.db");
  copyFileSync(path, other);
  const broken = new SqliteDatabase(other);
  broken.exec("ALTER TABLE postings ADD COLUMN surplus TEXT");
  broken.close();
  const current = SqliteRecallIndex.open(path);
  await expect(current.replaceWith(other)).rejects.toMatchObject({ code: "storage" });
  expect(await current.count(READER, {})).toBe(3);
  expect(await current.search(query())).toHaveLength(3);
  expect(await current.cursor()).toBe(3);
  await current.upsert([entry(4)]);
  await current.close();
});

test("a reindex over what is no index is refused before anything is built", async () => {
  writeFileSync(path, "some notes that somebody keeps here\n".repeat(200));
  await expect(buildSqliteBeside(path, null)).rejects.toThrow(/damaged or no index at all/);
  expect(readFileSync(path, "utf8")).toContain("somebody keeps");
});
