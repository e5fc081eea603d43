import { hash } from "node:crypto";
import { parse, v5 } from "uuid";
import type { Scope } from "../memory/scope.js";

/** Namespace of mneme's episode ids, fixed for ever: with another one every stored id would be orphaned. */
const NAMESPACE = parse("7d0c1f0e-5a8b-5c6e-9b0e-6d6e656d6531");

export interface EpisodeAddress {
  scope: Scope;
  /** "owner/repo#12" */
  thread: string;
  /** null: the body of the issue. */
  comment_id: string | null;
  /** Hash of the text that it is read from: an edited comment makes new episodes, it never rewrites old ones. */
  text_hash: string;
  /** Position among the episodes of one source. */
  ordinal: number;
}

export function episodeId({ scope, thread, comment_id, text_hash, ordinal }: EpisodeAddress): string {
  const source = comment_id === null ? "body" : `comment:${comment_id}`;
  const parts = [
    scope.installation,
    scope.repository,
    lastingName(scope, thread),
    source,
    text_hash,
    ordinal,
  ];
  return v5(Buffer.from(JSON.stringify(parts)), NAMESPACE);
}

/** A repository may be renamed or change hands: where its scope has GitHub's number of it, "#12" is enough. */
function lastingName({ repository }: Scope, thread: string): string {
  return /^\d+$/.test(repository) ? thread.slice(Math.max(thread.lastIndexOf("#"), 0)) : thread;
}

/** SHA-256 in hex. */
export function hashText(text: string): string {
  return hash("sha256", text, "hex");
}
