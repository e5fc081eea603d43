import { hashText } from "../chain/episode-id.js";
import type { Episode } from "../memory/episode.js";
import { ADDED_BY_HAND } from "../memory/reconciliation.js";
import type { RunRecord } from "../run-record.js";
import type { Comment } from "../thread/thread.js";
import { groupBy } from "../util/group-by.js";

/** What memory knows of a comment that it read once. */
interface KnownComment {
  id: string;
  /** ISO time. */
  at: string;
  /** Of its texts as they were read; none where only a command of it was kept. */
  text_hashes: ReadonlySet<string>;
  /** Login; null where nobody kept it. */
  author: string | null;
}

/**
 * The comments of a transferred thread, by the ids that they had before: GitHub gives them new ones, and tells the old ones
 * nowhere. A comment is known again by its second and its author (where a run or nobody else of that second tells), and by
 * its text. What fits two comments is given to none; one that was edited since counts only if it is the only one of its
 * second.
 */
export function matchComments(
  stored: readonly Episode[],
  runs: readonly RunRecord[],
  comments: readonly Comment[],
): Map<string, Comment> {
  const known = groupBy(knownComments(stored, runs), ({ at }) => secondOf(at));
  const present = groupBy(comments, ({ created_at }) => secondOf(created_at ?? ""));
  const matched = new Map<string, Comment>();
  for (const [second, ones] of known) {
    const there = present.get(second) ?? [];
    for (const one of ones) {
      const fitting = there.filter((comment) => isSame(one, comment));
      const others = ones.filter(
        (other) => other !== one && fitting.some((comment) => isSame(other, comment)),
      );
      const [found] = fitting.length === 1 && others.length === 0 ? fitting : [];
      const isAlone = ones.length === 1 && there.length === 1 && isBySame(one, there[0]);
      const comment = found ?? (isAlone ? there[0] : undefined);
      if (comment !== undefined) matched.set(one.id, comment);
    }
  }
  return matched;
}

function isSame(one: KnownComment, comment: Comment): boolean {
  return isBySame(one, comment) && one.text_hashes.has(hashText(comment.body));
}

function isBySame({ author }: KnownComment, comment: Comment | undefined): boolean {
  return author === null || author === comment?.author;
}

/** One a comment, with all that any of its traces tells. */
function knownComments(stored: readonly Episode[], runs: readonly RunRecord[]): KnownComment[] {
  const read = stored.map(({ provenance, created_at, tags }) => ({
    id: provenance.comment_id,
    at: created_at,
    text_hash: tags.includes("remembered") ? null : provenance.quoted_text_hash,
    author: null,
  }));
  const asked = runs.map(({ trigger }) => ({
    id: trigger.comment_id,
    at: trigger.at,
    text_hash: null,
    author: trigger.by,
  }));
  const traces = [...read, ...asked].flatMap((trace) =>
    trace.id === null || trace.id === ADDED_BY_HAND ? [] : [{ ...trace, id: trace.id }],
  );
  return [...groupBy(traces, ({ id }) => id).values()].flatMap((ones) => {
    const [first] = ones;
    if (first === undefined) return [];
    const text_hashes = new Set(ones.flatMap(({ text_hash }) => text_hash ?? []));
    const author = ones.find((one) => one.author !== null)?.author ?? null;
    return [{ id: first.id, at: first.at, text_hashes, author }];
  });
}

/** GitHub's times are whole seconds. */
function secondOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}
