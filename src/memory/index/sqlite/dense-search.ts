import type { SqlCondition } from "./filter-sql.js";
import { ORDINALS } from "./partitions.js";
import type { Statements } from "./statements.js";
import { wrongDimensions } from "./vectors.js";

interface Near {
  doc: number;
  /** Cosine. */
  score: number;
}

/** Above every cosine: what cannot be compared comes first, and is told. */
const INCOMPARABLE = 2;

/** Exact nearest neighbours by cosine over the vectors of the given partitions that pass the filter. */
export function searchDensely(
  statements: Statements,
  partitions: readonly number[],
  filter: SqlCondition,
  vector: Float32Array,
  limit: number,
): Near[] {
  const nearest = statements.of<unknown[], Near & { bytes: number }>(
    `SELECT doc, length(vector) AS bytes, CASE WHEN length(vector) = ?
         THEN coalesce(1 - vec_distance_cosine(vector, ?), 0) ELSE ${INCOMPARABLE} END AS score
       FROM entries WHERE doc >= ? AND doc < ? AND vector IS NOT NULL AND ${filter.sql}
       ORDER BY score DESC, doc LIMIT ?`,
  );
  const bytes = Buffer.from(new Float32Array(vector).buffer);
  const found = partitions.flatMap((partition) =>
    nearest.all(
      bytes.length,
      bytes,
      partition * ORDINALS,
      (partition + 1) * ORDINALS,
      ...filter.values,
      limit,
    ),
  );
  const odd = found.find(({ score }) => score === INCOMPARABLE);
  if (odd !== undefined) throw wrongDimensions(odd.bytes / 4, vector.length);
  return found.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
}
