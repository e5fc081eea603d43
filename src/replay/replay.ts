import type { Episode } from "../memory/episode.js";
import type { Scope } from "../memory/scope.js";
import { resolve } from "../resolve.js";
import type { RunRecord } from "../run-record.js";
import { learnFromThread } from "../learning/learn-from-thread.js";
import type { RunDeps } from "../run/deps.js";
import { reporterTrigger } from "../thread/reporter-trigger.js";
import { threadKey, type Thread } from "../thread/thread.js";
import type { Trigger } from "../thread/trigger.js";
import { timelineOf, type Moment, type TimelineOptions } from "./timeline.js";

/** What a replay needs beyond the parts of a run: threads come from the recording, replies go nowhere. */
export type ReplayParts = Omit<RunDeps, "forge" | "replies" | "clock">;

export interface ReplayedThread {
  thread: Thread;
  runs: { visible: number; run: RunRecord }[];
  episodes: Episode[];
}

/** Recorded threads share one installation; a repository is known by its name. */
export function scopeOfRecorded(thread: Pick<Thread, "repo">): Scope {
  return { installation: "0", repository: thread.repo, visibility: "public" };
}

/** Plays recorded threads in order of time over one memory. Posts nothing. */
export async function replayThreads(
  threads: readonly Thread[],
  parts: ReplayParts,
  options: TimelineOptions & {
    signal: AbortSignal;
    onMoment?: (moment: Moment, position: number, of: number) => void;
  },
): Promise<ReplayedThread[]> {
  const played: ReplayedThread[] = threads.map((thread) => ({ thread, runs: [], episodes: [] }));
  const timeline = timelineOf(threads, options);
  for (const [position, moment] of timeline.entries()) {
    options.onMoment?.(moment, position, timeline.length);
    if (moment.what === "speak") {
      const run = await playMoment(moment, parts, options.signal);
      played[moment.index]?.runs.push({ visible: moment.visible, run });
    } else {
      await learnFrom(moment.thread, isoOf(moment.at), parts);
    }
  }
  for (const entry of played) {
    entry.episodes = await parts.log.chain(scopeOfRecorded(entry.thread), threadKey(entry.thread));
  }
  return played;
}

/** Remembers whole threads without speaking, in the order given. */
export async function rememberThreads(threads: readonly Thread[], parts: ReplayParts): Promise<void> {
  for (const thread of threads) await learnFrom(thread, timeOf(thread), parts);
}

async function learnFrom(thread: Thread, at: string, parts: ReplayParts): Promise<void> {
  const chain = parts.buildChain(thread, scopeOfRecorded(thread));
  await parts.log.together((log) => learnFromThread(thread, chain, log, { at, why: "recorded" }));
}

/** When the last was said in it. */
function timeOf({ comments, created_at }: Thread): string {
  return isoOf(
    Date.parse(comments.findLast((comment) => comment.created_at !== null)?.created_at ?? created_at ?? ""),
  );
}

function isoOf(at: number): string {
  return new Date(Number.isFinite(at) ? at : 0).toISOString();
}

async function playMoment(moment: Moment, parts: ReplayParts, signal: AbortSignal): Promise<RunRecord> {
  const { thread } = moment;
  const deps: RunDeps = {
    ...parts,
    forge: { readThread: () => Promise.resolve(thread) },
    replies: {
      progress: () => Promise.resolve({ comment_id: "0", url: thread.source_url }),
      final: () => Promise.resolve({ comment_id: "0", url: thread.source_url }),
    },
    clock: clockFrom(moment.at),
  };
  return await resolve(triggerFor(moment), deps, { signal, lastTry: true });
}

/** Starts at the moment of the recording and runs on with real time. */
function clockFrom(at: number): () => Date {
  const began = Date.now();
  const start = Number.isFinite(at) ? at : 0;
  return () => new Date(start + (Date.now() - began));
}

function triggerFor({ thread, visible, at }: Moment): Trigger {
  return reporterTrigger(thread, {
    kind: visible === 0 ? "opened" : "continuation",
    id: `replay:${threadKey(thread)}:${visible}`,
    scope: scopeOfRecorded(thread),
    permission: "triage",
    at: isoOf(at),
  });
}
