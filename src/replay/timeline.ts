import type { Thread } from "../thread/thread.js";

/** One point in time of a recorded thread, as the bot would have met it. */
export interface Moment {
  /** Position of the thread in the list that was given. */
  index: number;
  /** The thread as it stood: later comments and the end are not in it. */
  thread: Thread;
  /** Comments that can be seen. */
  visible: number;
  /** "speak": a run is made. "learn": the chain is remembered only. */
  what: "speak" | "learn";
  /** Milliseconds since the epoch. Undated threads keep the order in which they were given, before dated ones. */
  at: number;
}

export interface TimelineOptions {
  /** Speak once per thread, when this many comments stand; undefined: at the opening and after each answer of the reporter. */
  at?: number | undefined;
}

/** All moments of all threads in the order of time. Deterministic. */
export function timelineOf(threads: readonly Thread[], options: TimelineOptions = {}): Moment[] {
  const moments = threads.flatMap((thread, index) => momentsOf(thread, index, options));
  return moments
    .map((moment, position) => ({ moment, position }))
    .sort((a, b) => a.moment.at - b.moment.at || a.moment.index - b.moment.index || a.position - b.position)
    .map(({ moment }) => moment);
}

function momentsOf(thread: Thread, index: number, options: TimelineOptions): Moment[] {
  const speaks = speakingPoints(thread, options);
  let at = Number.NEGATIVE_INFINITY;
  const moments: Moment[] = [];
  for (let visible = 0; visible <= thread.comments.length; visible++) {
    const stamp = visible === 0 ? thread.created_at : thread.comments[visible - 1]?.created_at;
    const parsed = Date.parse(stamp ?? "");
    at = Number.isNaN(parsed) ? at : Math.max(at, parsed);
    const prefix = standingAt(thread, visible);
    moments.push({ index, thread: prefix, visible, what: speaks.has(visible) ? "speak" : "learn", at });
  }
  moments.push({ index, thread, visible: thread.comments.length, what: "learn", at });
  return moments;
}

/** At the opening, and where the reporter's turn ends: several comments in a row are one answer. */
function speakingPoints(thread: Thread, options: TimelineOptions): ReadonlySet<number> {
  if (options.at !== undefined) return new Set([Math.min(options.at, thread.comments.length)]);
  const points = new Set([0]);
  thread.comments.forEach((comment, position) => {
    const next = thread.comments[position + 1];
    if (comment.author_role === "reporter" && next?.author_role !== "reporter") points.add(position + 1);
  });
  return points;
}

/** The thread with its first comments only: open, and without what came later. */
function standingAt(thread: Thread, visible: number): Thread {
  return {
    ...thread,
    comments: thread.comments.slice(0, visible),
    state: "open",
    state_reason: null,
    events: [],
  };
}
