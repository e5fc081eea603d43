import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Kysely, SqliteDialect, type Compilable } from "kysely";
import { openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Tables } from "../../../src/memory/log/sql/tables.js";
import { ofInstallation, visibleTo, within } from "../../../src/memory/log/sql/visible.js";
import { SqliteDatabase } from "../../../src/sqlite/driver.js";

const scope = { installation: "1", repository: "o/r", visibility: "public" } as const;
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-plans-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** How SQLite finds the rows of each query in a store without statistics. */
async function plansOf(queries: (db: Kysely<Tables>) => Compilable[]): Promise<string[]> {
  const path = join(folder, "mneme.db");
  await (await openEpisodeLog(path)).close();
  const file = new SqliteDatabase(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  const plans = queries(db).map((query) => {
    const { sql, parameters } = query.compile();
    const rows = file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters);
    return rows.map(({ detail }) => detail).join("; ");
  });
  await db.destroy();
  return plans;
}

test("few episodes are found by what names them, never by a walk through the installation", async () => {
  const plans = await plansOf((db) => {
    const episodes = db.selectFrom("episodes").select("body");
    const own = episodes.where(within(scope, "episodes"));
    return [
      episodes.where("id", "in", ["a", "b"]).where(ofInstallation(scope, "episodes")),
      own
        .where(visibleTo({ scope, share: "repository" }, "episodes", "check"))
        .where("fingerprint", "in", ["f"])
        .orderBy("created_ms", "desc"),
      episodes
        .where(visibleTo({ scope, share: "repository" }, "episodes", "check"))
        .where(within(scope, "episodes", "check"))
        .where("thread", "in", ["o/r#1"])
        .orderBy("created_ms"),
    ];
  });
  expect(plans[0]).toContain("(id=?)");
  expect(plans[1]).toContain("(fingerprint=?");
  expect(plans[2]).toContain("(thread=?");
});
