import type { Episode } from "../../../memory/episode.js";
import type { Output } from "../../output.js";
import { formatTable } from "../../table.js";

const SUMMARY_WIDTH = 72;

export function tellEpisodes(output: Output, episodes: readonly Episode[]): void {
  output.line(
    formatTable(
      ["id", "thread", "kind", "status", "conf", "gold", "helped", "summary"],
      episodes.map((episode) => [
        episode.id.slice(0, 8),
        episode.thread,
        episode.kind,
        episode.status,
        episode.confidence.toFixed(2),
        episode.gold === undefined ? "" : "★",
        helpedOf(episode.counters),
        oneLine(episode.summary, SUMMARY_WIDTH),
      ]),
    ),
  );
}

/** "2 of 3": how often it helped those who followed it, as far as anything came of it. */
function helpedOf({ adopted, helped, failed }: Episode["counters"]): string {
  if (adopted + helped + failed === 0) return "";
  return `${helped} of ${helped + failed}`;
}

/** One line without control characters: what others wrote must not move the cursor. */
export function oneLine(text: string, width: number): string {
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  const characters = Array.from(clean);
  return characters.length <= width ? clean : `${characters.slice(0, width - 1).join("")}…`;
}
