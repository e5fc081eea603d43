import { v5 } from "uuid";
import { emptyEnvironment } from "../../src/environment/environment.js";
import { EPISODE_SCHEMA_VERSION, type Episode, noCounters } from "../../src/memory/episode.js";

const NAMESPACE = "6f0f7b52-1a0c-4c3e-9a43-0d9c5a1f5c11";

/** A plain episode, changed as the test needs it; its id follows from thread and place. */
export function episodeOf(changes: Partial<Episode> = {}): Episode {
  const { thread = "acme/widgets#1", seq = 0 } = changes;
  return {
    id: v5(`${thread} ${seq}`, NAMESPACE),
    scope: { installation: "1", repository: "1", visibility: "public" },
    thread,
    seq,
    kind: "report",
    summary: "valve stuck\nthe pressure valve is stuck",
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.55,
    provenance: {
      source: "reporter",
      url: `https://forge.example/${thread.replace("#", "/issues/")}`,
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: "0".repeat(64),
    },
    counters: noCounters(),
    created_at: "2024-03-01T00:00:00.000Z",
    schema_version: EPISODE_SCHEMA_VERSION,
    ...changes,
  };
}
