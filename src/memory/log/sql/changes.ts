import type { Episode } from "../../episode.js";
import { foldRows } from "./read-episodes.js";
import type { Database } from "./sql-store.js";

/** The next `limit` changes after `cursor`: writes and erasures share one numbering. */
export async function readChanges(
  db: Database,
  cursor: number,
  limit: number,
  now: number,
): Promise<{ cursor: number; changed: Episode[]; erased: string[] }> {
  const written = await db
    .selectFrom("episodes")
    .select(["id", "body", "change"])
    .where("change", ">", cursor)
    .orderBy("change")
    .limit(limit)
    .execute();
  const erased = await db
    .selectFrom("erasures")
    .select(["episode_id", "change"])
    .where("change", ">", cursor)
    .orderBy("change")
    .limit(limit)
    .execute();
  const numbers = [...written, ...erased].map(({ change }) => change).sort((a, b) => a - b);
  const last = numbers.slice(0, limit).at(-1) ?? cursor;
  return {
    cursor: last,
    changed: await foldRows(
      db,
      written.filter(({ change }) => change <= last),
      now,
      null,
    ),
    erased: erased.filter(({ change }) => change <= last).map(({ episode_id }) => episode_id),
  };
}
