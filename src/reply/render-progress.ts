import { runMarker } from "./marker.js";

/** The stages that a reader of the thread sees ticked off. */
export const PROGRESS_STAGES = [
  "read the thread",
  "recall earlier issues",
  "plan and try",
  "write the answer",
] as const;

/** The comment that stands while a run is at work. `done` counts finished stages. */
export function renderProgress(runId: string, done: number): string {
  const list = PROGRESS_STAGES.map((stage, index) => `- [${index < done ? "x" : " "}] ${stage}`);
  return `I am looking into this.\n\n${list.join("\n")}\n\n---\n<sub>Automated by mneme</sub>\n${runMarker(runId)}`;
}

/** What stands in the thread where a run could not be done at all. `what` is one of our own sentences. */
export function renderApology(runId: string, what: string): string {
  return (
    `I could not finish this: ${what} The job is kept; an operator can see it with \`mneme jobs\`.\n\n` +
    `---\n<sub>Automated answer by mneme</sub>\n${runMarker(runId)}`
  );
}
