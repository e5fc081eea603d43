import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { emptyEnvironment } from "../../environment/environment.js";
import { type Episode, EPISODE_SCHEMA_VERSION, noCounters } from "../../memory/episode.js";
import { threadKey } from "../../thread/thread.js";
import type { Trigger } from "../../thread/trigger.js";

const NOTE_NAMESPACE = "b3a1b0d2-51f5-4f0e-8a57-6a7f0b9b1d10";
const MAINTAINER_PRIOR = 0.75;

/** What a maintainer asked to remember, as an episode of the thread. The same request gives the same id. */
export function rememberedNote(trigger: Trigger, text: string, url: string): Episode {
  return {
    id: uuidv5(`${trigger.scope.repository}/${trigger.id}`, NOTE_NAMESPACE),
    scope: trigger.scope,
    thread: threadKey(trigger),
    seq: 0,
    kind: "note",
    summary: text,
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: ["remembered"],
    status: "open",
    links: [],
    confidence: MAINTAINER_PRIOR,
    provenance: {
      source: "maintainer",
      url,
      comment_id: trigger.comment_id,
      author_role: "maintainer",
      quoted_text_hash: createHash("sha256").update(text).digest("hex"),
    },
    counters: noCounters(),
    created_at: trigger.at,
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}
