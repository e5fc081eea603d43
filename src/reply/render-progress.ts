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
