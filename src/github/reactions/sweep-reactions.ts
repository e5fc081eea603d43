import { isMnemeError } from "../../errors.js";
import { errorFields, type Log } from "../../log.js";
import type { ReplyWatch, WatchedReply } from "../../memory/log/episode-log.js";
import { LOOK_TOLERANCE, nextLook } from "../../memory/log/reply-schedule.js";
import { RunRecord } from "../../run-record.js";
import { groupBy } from "../../util/group-by.js";
import { applyReactions, type ReactionDeps } from "./apply-reactions.js";
import { MOST_REPLIES_A_CALL, type ReactionPage, type ReactionSource } from "./reaction-source.js";

export interface SweepDeps extends Omit<ReactionDeps, "memory"> {
  source: ReactionSource;
  memory: ReactionDeps["memory"] & ReplyWatch;
  /** Brings the recall index up to the log. */
  catchUp: () => Promise<void>;
  log: Log;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** The sweep ends for an installation where less than this share of its allowance is left. Default 0.5. */
  reserve?: number;
}

export interface Sweep {
  /** Replies that were looked at, and calls that it took. */
  looked: number;
  calls: number;
  changes: number;
}

/** Due replies that are taken from the log at a time. */
const MOST_DUE = 10_000;

/** Below it, a call that failed is not tried again in halves. */
const FEWEST_A_CALL = 25;

/**
 * Looks at the replies that are due, many in one call. A reply waits for others of its installation to fill the call,
 * but no longer than a quarter of its age; those that would be due within a quarter of theirs come along. What cannot be
 * looked at now stays due.
 */
export async function sweepReactions(deps: SweepDeps, signal?: AbortSignal): Promise<Sweep> {
  const sweep: Sweep = { looked: 0, calls: 0, changes: 0 };
  const due = await deps.memory.dueReplies(deps.clock(), MOST_DUE, LOOK_TOLERANCE);
  for (const [installation, replies] of groupBy(due, ({ scope }) => scope.installation)) {
    try {
      await sweepInstallation(installation, replies, deps, sweep, signal);
    } catch (error) {
      deps.log.warn({ installation, ...errorFields(error) }, "reactions could not be read");
    }
  }
  if (sweep.changes > 0) await deps.catchUp();
  if (sweep.looked > 0) deps.log.info({ ...sweep }, "reactions read");
  return sweep;
}

async function sweepInstallation(
  installation: string,
  replies: readonly WatchedReply[],
  deps: SweepDeps,
  sweep: Sweep,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isWorthwhile =
    replies.length >= MOST_REPLIES_A_CALL || replies.some((reply) => !mayWait(reply, deps.clock()));
  if (!isWorthwhile) return;
  for (let start = 0; start < replies.length && signal?.aborted !== true; start += MOST_REPLIES_A_CALL) {
    const batch = replies.slice(start, start + MOST_REPLIES_A_CALL);
    const page = await readBatch(installation, batch, deps.source, sweep);
    await lookAt(batch, page, deps, sweep);
    const { allowance } = page;
    if (allowance !== null && allowance.remaining < allowance.limit * (deps.reserve ?? 0.5)) {
      deps.log.info(
        { installation, ...allowance },
        "reaction sweep ended: the rest of the allowance is for answers",
      );
      return;
    }
  }
}

function mayWait({ posted_at, due_at }: WatchedReply, now: number): boolean {
  return now < due_at + (due_at - posted_at) * LOOK_TOLERANCE;
}

/** A call that GitHub could not finish in its time is made again in two halves. */
async function readBatch(
  installation: string,
  batch: readonly WatchedReply[],
  source: ReactionSource,
  sweep: Sweep,
): Promise<ReactionPage> {
  sweep.calls += 1;
  try {
    return await source.readReactions(
      installation,
      batch.map(({ node_id }) => node_id),
    );
  } catch (error) {
    if (!isMnemeError(error, "unavailable") || batch.length < 2 * FEWEST_A_CALL) throw error;
    const middle = Math.ceil(batch.length / 2);
    const first = await readBatch(installation, batch.slice(0, middle), source, sweep);
    const second = await readBatch(installation, batch.slice(middle), source, sweep);
    return { replies: new Map([...first.replies, ...second.replies]), allowance: second.allowance };
  }
}

async function lookAt(
  batch: readonly WatchedReply[],
  { replies }: ReactionPage,
  deps: SweepDeps,
  sweep: Sweep,
): Promise<void> {
  const next: Parameters<ReplyWatch["scheduleReplies"]>[0][number][] = [];
  for (const watched of batch) {
    const { scope, run_id } = watched;
    const reply = replies.get(watched.node_id);
    try {
      if (reply !== undefined) {
        const run = RunRecord.safeParse(await deps.memory.run(scope, run_id));
        if (run.success) sweep.changes += await applyReactions(run.data, reply, deps);
      }
      sweep.looked += 1;
      // A reply that is gone is not asked for again; what its reactions said stays.
      next.push({
        scope,
        run_id,
        due_at: reply === undefined ? null : nextLook(watched.posted_at, deps.clock()),
      });
    } catch (error) {
      deps.log.warn({ run: run_id, ...errorFields(error) }, "reactions on a reply could not be heeded");
    }
  }
  await deps.memory.scheduleReplies(next);
}
