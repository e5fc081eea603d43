import type { Database } from "better-sqlite3";
import { z } from "zod";
import { refuseOtherSpace, type VectorSpace } from "../vector-space.js";

const Held = z.object({ model: z.string(), dimensions: z.number() }).nullable();

/** An empty index takes the model that is wanted; one with entries is refused where it was made with another one. */
export function keepSpace(database: Database, path: string, wanted: VectorSpace | null): void {
  const empty = database.prepare("SELECT 1 FROM entries LIMIT 1").get() === undefined;
  const read = database.prepare<[], string>("SELECT value FROM meta WHERE key = 'vectors'").pluck();
  if (!empty) {
    refuseOtherSpace(`recall index ${path}`, Held.parse(JSON.parse(read.get() ?? "null")), wanted);
    return;
  }
  const text = JSON.stringify(wanted);
  if (read.get() !== text) database.prepare("INSERT OR REPLACE INTO meta VALUES ('vectors', ?)").run(text);
}
