import type { Episode } from "../../episode.js";
import { takeChanges } from "./change-counter.js";
import { toEpisodeRow } from "./rows.js";
import type { Database } from "./sql-store.js";

/** Rows of one statement: 17 values each stays below the parameters that either database takes. */
const CHUNK = 500;

/** Within a write. `restoring` brings back what a person had forgotten. */
export async function appendEpisodes(
  db: Database,
  episodes: readonly Episode[],
  restoring = false,
): Promise<{ added: number; known: number }> {
  const unique = [...new Map(episodes.map((episode) => [episode.id, episode])).values()];
  let added = 0;
  for (let start = 0; start < unique.length; start += CHUNK) {
    added += await appendChunk(db, unique.slice(start, start + CHUNK), restoring);
  }
  return { added, known: episodes.length - added };
}

async function appendChunk(db: Database, episodes: readonly Episode[], restoring: boolean): Promise<number> {
  const ids = episodes.map(({ id }) => id);
  const taken = new Set(await selectKnown(db, ids));
  const tombstones = await db
    .selectFrom("erasures")
    .select(["episode_id", "forgotten"])
    .where("episode_id", "in", ids)
    .execute();
  if (!restoring)
    for (const { episode_id, forgotten } of tombstones) if (forgotten === 1) taken.add(episode_id);
  const fresh = episodes.filter(({ id }) => !taken.has(id));
  if (fresh.length === 0) return 0;
  const first = await takeChanges(db, fresh.length);
  await db
    .insertInto("episodes")
    .values(fresh.map((episode, index) => toEpisodeRow(episode, first + index)))
    .execute();
  const back = fresh
    .map(({ id }) => id)
    .filter((id) => tombstones.some(({ episode_id }) => episode_id === id));
  if (back.length > 0) await db.deleteFrom("erasures").where("episode_id", "in", back).execute();
  return fresh.length;
}

async function selectKnown(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("episodes").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
