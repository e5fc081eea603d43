export interface BackfillProgress {
  repo: string;
  /** Issues remembered by this backfill, also before it was interrupted. */
  issues: number;
  total: number;
  /** Those of this process alone, and how long they took. */
  issues_now: number;
  seconds_now: number;
}

/** "octo/site: 1,200 of 5,000 issues (24 %), about 40 s to go". */
export function renderProgress(progress: BackfillProgress): string {
  const { repo, issues, total } = progress;
  const share = total === 0 ? 100 : Math.min(Math.floor((issues / total) * 100), 100);
  const left = secondsLeft(progress);
  const eta = left === null ? "" : `, about ${renderDuration(left)} to go`;
  return `${repo}: ${grouped(issues)} of ${grouped(total)} issues (${String(share)} %)${eta}`;
}

/** Null before there is anything to go by. */
export function secondsLeft({ issues, total, issues_now, seconds_now }: BackfillProgress): number | null {
  if (issues_now === 0 || seconds_now <= 0) return null;
  return (Math.max(total - issues, 0) * seconds_now) / issues_now;
}

export function renderDuration(seconds: number): string {
  if (seconds < 90) return `${String(Math.ceil(seconds))} s`;
  if (seconds < 90 * 60) return `${String(Math.round(seconds / 60))} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
