import type { EpisodeSource } from "../memory/episode.js";
import { type Block, readMarkdown } from "../thread/markdown.js";
import type { AuthorRole, Thread } from "../thread/thread.js";
import { hashText } from "./episode-id.js";

/** One text of a thread: the body, or one comment. */
export interface Source {
  /** null: the body. */
  comment_id: string | null;
  author: string;
  role: AuthorRole;
  url: string;
  text: string;
  text_hash: string;
  /** ISO time in UTC. Unknown: that of the source before; EPOCH at the start. */
  at: string;
  blocks: Block[];
  /** Written by mneme itself: no evidence, but what it asked is remembered. */
  own: boolean;
}

export const EPOCH = "1970-01-01T00:00:00.000Z";
const OWN_MARKER = /^[ \t]{0,3}<!-- mneme:run=[^\n>]{1,200} ?-->/m;

/** The body and the comments in order of time; minimized and empty comments are left out. */
export function sourcesOf(thread: Thread): Source[] {
  const body = makeSource(
    { comment_id: null, author: thread.author, role: "reporter", url: thread.source_url },
    thread.body,
    toUtc(thread.created_at) ?? EPOCH,
    thread.title,
  );
  let last = body.at;
  const comments = thread.comments
    .map((comment) => {
      last = toUtc(comment.created_at) ?? last;
      return { comment, at: last };
    })
    .filter(({ comment }) => !comment.minimized && comment.body.trim() !== "")
    .map(({ comment, at }) =>
      makeSource(
        {
          comment_id: comment.id,
          author: comment.author,
          role: comment.author === thread.author ? "reporter" : comment.author_role,
          url: comment.url,
        },
        comment.body,
        at,
      ),
    );
  return [body, ...comments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))];
}

function makeSource(
  who: Pick<Source, "comment_id" | "author" | "role" | "url">,
  text: string,
  at: string,
  title = "",
): Source {
  const own = OWN_MARKER.test(dropFences(text));
  return { ...who, text, text_hash: hashText(title + text), at, blocks: readMarkdown(text), own };
}

/** Without the lines inside fences: a marker that somebody shows is not a marker. */
function dropFences(text: string): string {
  let fenced = false;
  return text
    .split("\n")
    .filter((line) => {
      if (/^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
      return !fenced;
    })
    .join("\n");
}

function toUtc(time: string | null): string | null {
  if (time === null) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

export function episodeSource(role: AuthorRole): EpisodeSource {
  if (role === "maintainer" || role === "reporter") return role;
  return "participant";
}
