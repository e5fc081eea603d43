import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../../src/sqlite/driver.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import type { Scope } from "../../src/memory/scope.js";
import { compileSources } from "../support/child-script.js";
import { makeEpisode, PUBLIC_SCOPE } from "../support/log-episodes.js";

const WRITER = fileURLToPath(new URL("../support/endless-writer.mjs", import.meta.url));
const READER = { scope: PUBLIC_SCOPE, share: "repository" } as const;
const BY = { by: "m", at: "2026-01-01T00:00:00.000Z", why: "test" };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-faults-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function containing(part: string): string {
  return expect.stringContaining(part) as unknown as string;
}

async function makeStore(name: string, episodes = 50): Promise<string> {
  const path = join(folder, name);
  const log = await openEpisodeLog(path);
  await log.append(Array.from({ length: episodes }, (_, seq) => makeEpisode({ seq })));
  await log.close();
  return path;
}

describe("a store that cannot be used is named with what to do, and stays as it was", () => {
  test("written by a newer version", async () => {
    const path = await makeStore("newer.db");
    const file = new SqliteDatabase(path);
    file.exec("update log_meta set value = 99 where name = 'schema_version'");
    file.close();
    const before = readFileSync(path);
    await expect(openEpisodeLog(path)).rejects.toMatchObject({
      code: "storage",
      message: containing(`${path} was written by a newer mneme (store version 99, this one knows `),
    });
    expect(readFileSync(path)).toEqual(before);
  });

  test("not a store at all", async () => {
    const path = join(folder, "text.db");
    writeFileSync(path, "this is a text and no database, whatever its name says".repeat(20));
    await expect(openEpisodeLog(path)).rejects.toMatchObject({
      code: "storage",
      message: containing(`${path} is not a mneme store`),
    });
  });

  test("only half written", async () => {
    const path = await makeStore("half.db", 400);
    truncateSync(path, Math.floor(statSync(path).size / 2));
    await expect(openEpisodeLog(path)).rejects.toMatchObject({
      code: "storage",
      message: containing("restore it from a backup"),
    });
  });

  test("a page in its middle is overwritten: what can be read is read, the rest is said", async () => {
    const path = await makeStore("damaged.db", 400);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 8 * 4096, Math.min(bytes.length, 60 * 4096));
    writeFileSync(path, bytes);
    const log = await openEpisodeLog(path).catch((error: unknown) => error);
    if (log instanceof Error) expect(log).toMatchObject({ code: "storage" });
    else {
      const open = log as Awaited<ReturnType<typeof openEpisodeLog>>;
      await expect(open.list(READER, { limit: 1_000 })).rejects.toMatchObject({ code: "storage" });
      await open.close();
    }
  });

  test("locked by another process: a conflict that may be tried again", async () => {
    const path = await makeStore("locked.db");
    const log = await openEpisodeLog(path, { busyTimeoutMs: 50 });
    const holder = new SqliteDatabase(path);
    holder.exec("begin immediate");
    await expect(log.append([makeEpisode({ thread: "x/y#1" })])).rejects.toMatchObject({
      code: "conflict",
      retryable: true,
      message: containing(`${path} is locked by another process`),
    });
    expect(await log.list(READER, { limit: 3 })).toHaveLength(3);
    holder.exec("commit");
    holder.close();
    expect(await log.append([makeEpisode({ thread: "x/y#1" })])).toEqual({ added: 1, known: 0 });
    await log.close();
  });

  test("the disk is full: the batch is left out whole, what was there is there, and it works again after", async () => {
    const path = await makeStore("full.db", 10);
    const log = await openEpisodeLog(path, { maxBytes: statSync(path).size + 40 * 4096 });
    const many = Array.from({ length: 3_000 }, (_, seq) => makeEpisode({ seq, thread: "big/one#1" }));
    await expect(log.append(many)).rejects.toMatchObject({
      code: "storage",
      message: containing("the disk or its size limit is full"),
    });
    expect(await log.chain(PUBLIC_SCOPE, "big/one#1")).toEqual([]);
    expect((await log.stats(READER))["episodes"]).toBe(10);
    expect(await log.append(many.slice(0, 5))).toEqual({ added: 5, known: 0 });
    await log.close();
  });

  test("a folder that is a file", async () => {
    const path = join(folder, "plain");
    writeFileSync(path, "");
    await expect(openEpisodeLog(join(path, "x.db"))).rejects.toMatchObject({ code: "storage" });
  });

  test("used after it was closed", async () => {
    const log = await openEpisodeLog(":memory:");
    await log.close();
    await expect(log.list(READER, {})).rejects.toMatchObject({ code: "storage" });
  });

  test("a Postgres that is not there: unavailable, to be tried again, and no password in the message", async () => {
    const opening = openEpisodeLog("postgres://ann:hunter2@127.0.0.1:1/mneme");
    await expect(opening).rejects.toMatchObject({ code: "unavailable", retryable: true });
    await expect(opening).rejects.not.toThrow("hunter2");
  });
});

describe("killed at any point", () => {
  test("what was said to be written is there, nothing is half there, and the store is sound", async () => {
    const sources = await compileSources("crash");
    const path = join(folder, "crash.db");
    const scope: Scope = { installation: "1", repository: "1", visibility: "public" };
    const reader = { scope, share: "repository" } as const;
    const said = new Set<number>();
    let last = 0;
    for (let round = 0; round < 12; round += 1) {
      const written = await runUntilKilled(sources, path, last + 1, 40 + ((round * 37) % 260));
      for (let batch = last + 1; batch <= written; batch += 1) said.add(batch);
      last = Math.max(last, written);
      const log = await openEpisodeLog(path);
      for (let batch = 1; batch <= last + 1; batch += 1) {
        const chain = await log.chain(scope, `acme/widgets#${batch}`);
        const whole = chain.length === 20 || (batch % 5 === 0 && chain.length === 19);
        if (batch <= last) {
          expect({ batch, whole }).toEqual({ batch, whole: true });
          if (said.has(batch)) expect(chain[0]?.status).toBe("resolved");
        } else if (!whole) expect(chain).toEqual([]);
        if (batch === last + 1 && whole) last = batch;
      }
      const { cursor, changed } = await log.changesSince(0, 100_000);
      expect(changed).toHaveLength((await log.stats(reader))["episodes"] ?? -1);
      expect(cursor).toBeGreaterThanOrEqual(changed.length);
      await log.close();
      const file = new SqliteDatabase(path);
      expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(file.pragma("foreign_key_check")).toEqual([]);
      file.close();
    }
    expect(last).toBeGreaterThan(5);
  }, 120_000);

  test("what was erased is in none of its files", async () => {
    const path = join(folder, "erased.db");
    const log = await openEpisodeLog(path);
    const secret = "a very particular sentence";
    await log.append([makeEpisode({ summary: secret }), makeEpisode({ seq: 1 })]);
    await log.saveRun(PUBLIC_SCOPE, "r", { thread: "acme/widgets#1", reply: secret, id: makeEpisode().id });
    await log.erase(PUBLIC_SCOPE, { episode: makeEpisode().id }, BY);
    const files = [path, `${path}-wal`].filter((file) => existsSync(file));
    for (const file of files) expect(readFileSync(file).includes(secret)).toBe(false);
    await log.close();
  });
});

/** Starts the writer, kills it so many milliseconds after its first word; gives the last batch it said it wrote. */
async function runUntilKilled(sources: string, path: string, start: number, ms: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, sources, path, String(start)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (last === 0) setTimeout(() => child.kill("SIGKILL"), ms);
    last = Number(line);
  });
  await once(child, "close");
  return last;
}
