import type { Thread, ThreadEvent } from "../thread/thread.js";

/** How an issue was closed. */
export interface Closing {
  /** GitHub's reason: completed, not_planned, duplicate …; null where it gave none (then it counts as completed). */
  reason: string | null;
  /** URL of the commit, pull request or canonical issue behind it, where there is one. */
  target: string | null;
  /** ISO time; where the thread does not tell, that of the last thing that was said. */
  at: string | null;
}

/** Null while the issue is open. */
export function closingOf(thread: Thread): Closing | null {
  if (thread.state !== "closed") return null;
  const closed = thread.events.findLast(({ kind }) => kind === "closed");
  const duplicate = thread.events.findLast(({ kind }) => kind === "duplicate_of");
  const at = closed?.at ?? lastSaid(thread);
  if (duplicate !== undefined) return { reason: "duplicate", target: duplicate.target, at };
  return { reason: thread.state_reason ?? closed?.reason ?? null, target: closed?.target ?? null, at };
}

export function isCompleted(closing: Closing | null): boolean {
  return closing !== null && (closing.reason === null || closing.reason === "completed");
}

/** Its reopening, where that is the last that happened to the state of an open issue. */
export function reopeningOf(thread: Thread): ThreadEvent | null {
  const last = thread.events.findLast(({ kind }) => kind === "closed" || kind === "reopened");
  return thread.state === "open" && last?.kind === "reopened" ? last : null;
}

function lastSaid(thread: Thread): string | null {
  return thread.comments.findLast(({ created_at }) => created_at !== null)?.created_at ?? thread.created_at;
}
