import type { Episode } from "../../memory/episode.js";
import { isHalfSaid, isWish, saysHow } from "../../memory/says-how.js";
import { placeOf } from "./evidence.js";
import { firstLine, sentence } from "./say.js";

/** What the thread itself came to, as far as its people said so. */
export interface ThreadOutcome {
  summary: string;
  cause: string | null;
  reasoning: string;
  p: number;
}

const LONG = 400;

/** The last word on the matter; null while there is none. A later word of trouble takes an earlier success back. */
export function outcomeOfThread(episodes: readonly Episode[]): ThreadOutcome | null {
  return confirmed(episodes) ?? duplicate(episodes) ?? advised(episodes);
}

/** Somebody says that it is solved. What the report itself names as a way round does not settle it. */
function confirmed(episodes: readonly Episode[]): ThreadOutcome | null {
  const solved = episodes.findLast(
    ({ kind, status, provenance, gold }) =>
      kind === "resolution" &&
      status === "resolved" &&
      (provenance.comment_id !== null || gold !== undefined || provenance.source === "maintainer"),
  );
  if (solved === undefined || solved.summary.trim().endsWith("?") || isWish(solved.summary)) return null;
  const advice = linkedBefore(solved, episodes) ?? (saysHow(solved) ? null : saidBefore(solved, episodes));
  const who = roleOf(solved);
  const where = placeOf(solved);
  const words = sentence(firstLine(solved.summary, LONG));
  const how = commandOf(solved) ?? (advice === null ? null : commandOf(advice));
  const lead =
    advice === null
      ? `${capital(who)} says in ${where}${saysHow(solved) ? "" : " that it is solved"}: ${words}`
      : `From ${placeOf(advice)}: ${sentence(firstLine(advice.summary, LONG))} ${capital(who)} says of it in ${where}: ${words}`;
  return {
    summary: how === null || lead.includes(how) ? lead : `${lead} With: \`${how}\``,
    cause: causeBefore(solved, episodes),
    reasoning: `${capital(who)} says in ${where} that it is solved, and nothing later takes that back.`,
    p: solved.provenance.source === "participant" && solved.gold === undefined ? 0.6 : 0.95,
  };
}

/** What "that did the trick" speaks of. */
function linkedBefore(solved: Episode, episodes: readonly Episode[]): Episode | null {
  const targets = solved.links
    .filter(({ type }) => type === "confirms" || type === "answers")
    .map(({ to }) => to);
  const spoken = episodes.filter(
    ({ id, kind, summary }) => targets.includes(id) && kind !== "report" && !isBareQuestion(summary),
  );
  const isAdvice = ({ kind, tags }: Episode): boolean => kind === "question" || tags.includes("advice");
  return spoken.find((episode) => isAdvice(episode)) ?? spoken[0] ?? null;
}

/** "As it turns out, that was it" speaks of what was asked or supposed just before. */
function saidBefore(solved: Episode, episodes: readonly Episode[]): Episode | null {
  const earlier = episodes.slice(0, Math.max(0, episodes.indexOf(solved)));
  return (
    earlier.findLast(
      ({ kind, tags, summary, provenance }) =>
        (kind === "question" || (kind === "diagnosis" && tags.includes("cause"))) &&
        provenance.comment_id !== null &&
        provenance.comment_id !== solved.provenance.comment_id &&
        !isBareQuestion(summary),
    ) ?? null
  );
}

const FEWEST_WORDS = 5;

/** "Does it succeed?" asks about what stands beside it, and says nothing by itself. */
function isBareQuestion(summary: string): boolean {
  const text = summary.trim();
  return text.endsWith("?") && text.split(/\s+/).length < FEWEST_WORDS;
}

function duplicate(episodes: readonly Episode[]): ThreadOutcome | null {
  const found = episodes.findLast(({ tags }) => tags.includes("duplicate"));
  if (found === undefined) return null;
  const target = targetOf(found);
  return {
    summary: `Reported before${target === null ? "" : `: ${target}`}. What is known stands there, and further findings belong there.`,
    cause: null,
    reasoning: `${capital(roleOf(found))} says in ${placeOf(found)} that it is a duplicate, and nobody objects.`,
    p: found.provenance.source === "maintainer" ? 0.9 : 0.7,
  };
}

/** "#122", "TIMOB-15963" or an address, as the tag of a duplicate names it. */
export function targetOf(duplicateNote: Episode): string | null {
  return duplicateNote.tags.find((tag) => tag !== "duplicate" && tag !== "closed") ?? null;
}

/** A maintainer said what to do, and the reporter has not come back. */
function advised(episodes: readonly Episode[]): ThreadOutcome | null {
  const advice = episodes.findLast(
    ({ kind, tags, status, provenance, action, summary }) =>
      kind === "diagnosis" &&
      tags.includes("advice") &&
      status !== "refuted" &&
      status !== "superseded" &&
      provenance.source === "maintainer" &&
      (action?.command !== undefined || !isHalfSaid(summary)),
  );
  if (advice === undefined) return null;
  const command = commandOf(advice);
  const said = isHalfSaid(advice.summary) ? "run" : sentence(firstLine(advice.summary, LONG));
  const shown = command === null || said.includes(command) ? "" : ` \`${command}\`.`;
  return {
    summary: `A maintainer's advice in ${placeOf(advice)} stands: ${said}${shown} Whether it helped is not said yet.`,
    cause: causeBefore(advice, episodes),
    reasoning: `A maintainer gave advice in ${placeOf(advice)}, and nothing after it says that it failed; a guess beside it would only confuse.`,
    p: 0.6,
  };
}

function causeBefore(settled: Episode, episodes: readonly Episode[]): string | null {
  const cause = episodes.findLast(
    ({ kind, tags, status, id, summary }) =>
      kind === "diagnosis" &&
      tags.includes("cause") &&
      status !== "refuted" &&
      id !== settled.id &&
      !A_TRACE.test(summary),
  );
  return cause === undefined ? null : `${sentence(firstLine(cause.summary, LONG))} (${placeOf(cause)})`;
}

/** A log that was pasted as a sentence names no cause. */
const A_TRACE =
  /\[(?:ERROR|error)\] .{0,200}\[(?:ERROR|error)\]|\bat [\w.$]{1,120}\([\w.]{1,80}:\d|Traceback \(most recent/;

function commandOf({ action }: Episode): string | null {
  const command = action?.command;
  return command === undefined ? null : firstLine(command, 200).replaceAll("`", "'");
}

function roleOf({ provenance }: Episode): string {
  const role = provenance.author_role ?? provenance.source;
  return role === "reporter" || role === "maintainer" ? `the ${role}` : "another participant";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
