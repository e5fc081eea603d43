import { backOffMs } from "./back-off.js";

/** What is held against a job: how often its process ended while it was at work, and how much of that is laid to it. */
export interface Suspicion {
  cut_offs: number;
  /** 1 for each process that ended with this job alone at work. */
  blame: number;
}

export interface CutOffVerdict extends Suspicion {
  state: "waiting" | "failed";
  /** Milliseconds until it is tried again; 0: at its old place. */
  pauseMs: number;
}

export interface CutOffOptions {
  /** In [0, 1). */
  random: () => number;
  /** The pause after a second cut-off; later ones grow. Default as of any job that is tried again. */
  firstMs: number | undefined;
  /** So much blame makes a suspect. */
  most: number;
}

/** Where doubling would leave what a number can tell apart. */
const MOST_DOUBLINGS = 40;

/**
 * What becomes of the jobs that were at work when one process ended. That is weak evidence against each: the machine
 * may have gone down. So they share the blame, and who was there more often has more of it: each time before doubles a
 * job's part. They come back at once, then after growing pauses, each at another moment, so that a job which really ends
 * processes is soon alone with it. A suspect is worked once more, to tell of it, and set aside when that fails too.
 */
export function judgeCutOffs<Held extends Suspicion>(
  held: readonly Held[],
  { random, firstMs, most }: CutOffOptions,
): (Held & CutOffVerdict)[] {
  const weights = held.map(({ cut_offs }) => 2 ** Math.min(cut_offs, MOST_DOUBLINGS));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return held.map((job, n) => ({
    ...job,
    cut_offs: job.cut_offs + 1,
    blame: job.blame + (weights[n] ?? 0) / all,
    state: isSuspect(job, most) ? "failed" : "waiting",
    pauseMs: job.cut_offs === 0 ? 0 : backOffMs(job.cut_offs, { random: random(), firstMs }),
  }));
}

export function isSuspect({ blame }: Pick<Suspicion, "blame">, most: number): boolean {
  // Thirds do not sum up to a whole.
  return blame >= most - 1e-9;
}

export function tellCutOffs(cutOffs: number): string {
  return cutOffs === 1
    ? "the process ended while it worked on this"
    : `the process ended ${String(cutOffs)} times while it worked on this`;
}
