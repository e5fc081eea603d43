import { rm } from "node:fs/promises";
import type { IndexBuilding } from "../recall-index.js";
import type { VectorSpace } from "../vector-space.js";
import { SqliteRecallIndex } from "./sqlite-recall-index.js";

/**
 * A file beside the index. The switch copies it into the index in one transaction, so that processes that have the index
 * open go on with what is new in it, and a kill at any point leaves the old one.
 */
export async function buildSqliteBeside(path: string, vectors: VectorSpace | null): Promise<IndexBuilding> {
  const building = `${path}.building`;
  await removeFile(building);
  // One that is damaged, newer, or something else is found before the work, not after it.
  await SqliteRecallIndex.open(path).close();
  const index = SqliteRecallIndex.open(building, { vectors });
  return {
    index,
    switchOver: async () => {
      await index.close();
      const current = SqliteRecallIndex.open(path);
      try {
        await current.replaceWith(building);
      } finally {
        await current.close();
      }
      await removeFile(building);
    },
    abandon: async () => {
      await index.close();
      await removeFile(building);
    },
  };
}

async function removeFile(file: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
}
