/** On an episode of a step: the run that took it. */
const RUN = "run:";
/** On an earlier answer of mneme: the reporter has written since. */
export const ANSWERED_TAG = "answered";

export function runTag(runId: string): string {
  return `${RUN}${runId}`;
}

export function isStepTag(tag: string): boolean {
  return tag.startsWith(RUN);
}

/** A remembered thread that the step followed. */
export function citeTag(thread: string): string {
  return `cites:${thread}`;
}
