import type { IndexBuilding } from "../recall-index.js";
import { type QdrantIndexOptions, QdrantRecallIndex } from "./qdrant-recall-index.js";

/** A collection beside the one that the alias stands for. */
export async function buildQdrantBeside(options: QdrantIndexOptions): Promise<IndexBuilding> {
  const index = await QdrantRecallIndex.buildBeside(options);
  return {
    index,
    switchOver: async () => {
      await index.switchOver();
    },
    abandon: async () => {
      await index.drop();
    },
  };
}
