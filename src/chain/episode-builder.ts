import { emptyEnvironment } from "../environment/environment.js";
import { CONFIDENCE } from "../memory/confidence.js";
import { type Episode, EPISODE_SCHEMA_VERSION, noCounters } from "../memory/episode.js";
import type { Scope } from "../memory/scope.js";
import { type EpisodeAddress, episodeId } from "./episode-id.js";
import { episodeSource, type Source } from "./source.js";

/** What is particular about an episode; the rest follows from its source. */
export interface EpisodeDraft extends Pick<Episode, "kind" | "summary"> {
  symptoms?: Episode["symptoms"];
  action?: NonNullable<Episode["action"]>;
  outcome?: NonNullable<Episode["outcome"]>;
  environment?: Episode["environment"];
  entities?: Episode["entities"];
  tags?: string[];
  status?: Episode["status"];
  links?: Episode["links"];
}

/** Where a thread was opened. */
export interface EpisodeOrigin extends Pick<EpisodeAddress, "scope" | "thread"> {
  /** By the ids that its comments have now: those they had there. Default: the same. */
  comments?: Readonly<Record<string, string>>;
}

/** Makes the episodes of one thread: ids from their place, numbers in order. */
export class EpisodeBuilder {
  readonly episodes: Episode[] = [];
  private readonly scope: Scope;
  private readonly thread: string;
  private readonly origin: EpisodeOrigin;
  private readonly ordinals = new Map<Source, number>();

  /** @param origin what ids are made from: where the thread was opened */
  constructor(scope: Scope, thread: string, origin: EpisodeOrigin = { scope, thread }) {
    this.scope = scope;
    this.thread = thread;
    this.origin = origin;
  }

  add(source: Source, draft: EpisodeDraft): Episode {
    const ordinal = this.ordinals.get(source) ?? 0;
    this.ordinals.set(source, ordinal + 1);
    const { comment_id, text_hash } = source;
    const provenance = episodeSource(source.role);
    const episode: Episode = {
      id: episodeId({ ...this.addressOf(comment_id), text_hash, ordinal }),
      scope: this.scope,
      thread: this.thread,
      seq: this.episodes.length,
      kind: draft.kind,
      summary: draft.summary,
      symptoms: draft.symptoms ?? [],
      ...(draft.action === undefined ? {} : { action: draft.action }),
      ...(draft.outcome === undefined ? {} : { outcome: draft.outcome }),
      environment: draft.environment ?? emptyEnvironment(),
      entities: draft.entities ?? [],
      tags: draft.tags ?? [],
      status: draft.status ?? "open",
      links: draft.links ?? [],
      confidence: CONFIDENCE.priorMean[provenance],
      provenance: {
        source: provenance,
        url: source.url,
        comment_id,
        author_role: source.role,
        quoted_text_hash: text_hash,
      },
      counters: noCounters(),
      created_at: source.at,
      schema_version: EPISODE_SCHEMA_VERSION,
    };
    this.episodes.push(episode);
    return episode;
  }

  private addressOf(commentId: string | null): Pick<EpisodeAddress, "scope" | "thread" | "comment_id"> {
    const { scope, thread, comments = {} } = this.origin;
    return { scope, thread, comment_id: commentId === null ? null : (comments[commentId] ?? commentId) };
  }
}
