import { runMarker } from "../../reply/marker.js";

/** A short answer to a command, with the footer and the hidden marker that every comment of mneme carries. */
export function frameAnswer(runId: string, markdown: string): string {
  return `${markdown}\n\n---\n<sub>Automated answer by mneme · \`/mneme help\` lists what I do</sub>\n${runMarker(runId)}`;
}
