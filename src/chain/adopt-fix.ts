import type { Episode } from "../memory/episode.js";
import { readProposal } from "../reply/read-proposal.js";
import type { Thread } from "../thread/thread.js";
import type { EpisodeBuilder } from "./episode-builder.js";
import { hashText } from "./episode-id.js";
import { findErrorLines } from "./error-lines.js";
import { addLink } from "./link-episodes.js";
import type { Source } from "./source.js";
import { type MadeEpisodes, saidIn } from "./source-episodes.js";

/** A comment that proposes something: what it says, and the commands that it gives. */
interface Proposal {
  /** Whose word it is: of what mneme proposed, that of the person who says that it helped. */
  from: Pick<Source, "role" | "url" | "author">;
  /** Where the words stand: what they belong to if nobody confirms them. */
  source: Source;
  text: string;
  commands: string[];
}

/**
 * Who confirms seldom repeats what helped: "that did it, thanks". The proposal that was confirmed becomes a
 * resolution in the name of the person who made it, with its words and commands. It belongs to the comment that
 * confirms: edited or deleted, that takes its resolution along. `before` holds mneme's own replies too.
 */
export function adoptFix(
  builder: EpisodeBuilder,
  current: MadeEpisodes,
  before: readonly MadeEpisodes[],
  thread: Thread,
): void {
  const confirmation = confirmationIn(current, thread);
  if (confirmation === null) return;
  const proposal = lastProposal(before, current);
  if (proposal === null) return;
  const { source } = current.reading;
  const fix = addFix(builder, proposal, "resolved", {
    ...source,
    text_hash: hashText(`fix ${source.text_hash}`),
  });
  if (confirmation !== "closing") addLink(confirmation, "confirms", fix.id);
}

/** Where nobody confirms but the thread was closed as completed, the last proposal of a maintainer located the fault. */
export function adoptLastProposal(
  builder: EpisodeBuilder,
  made: readonly MadeEpisodes[],
  thread: Thread,
): void {
  const resolved = builder.episodes.some(
    ({ kind, status }) => kind === "resolution" && status === "resolved",
  );
  if (resolved || !isCompleted(thread)) return;
  const proposal = lastProposal(made, null);
  if (proposal === null) return;
  const { source } = proposal;
  const at = made.at(-1)?.reading.source.at ?? source.at;
  addFix(builder, proposal, "located", { ...source, at, text_hash: hashText(`closed ${source.text_hash}`) });
}

/** The episode that claims success; "closing" where the reporter of a closed thread leaves with thanks. */
function confirmationIn({ claims, reading }: MadeEpisodes, thread: Thread): Episode | "closing" | null {
  const { source } = reading;
  if (source.comment_id === null || source.role === "bot") return null;
  const fixed = claims.find(({ claim }) => claim.kind === "fixed");
  const failed = claims.some(({ claim }) => claim.kind === "still_broken");
  if (fixed !== undefined) return failed ? null : fixed.episode;
  const leaves = source.role === "reporter" && isCompleted(thread) && !source.text.includes("?");
  return leaves && !failed && LEAVING.test(source.text) ? "closing" : null;
}

const LEAVING = /\b(?:thanks|thank you|thx|cheers|closing|yes)\b/i;

function isCompleted({ state, state_reason }: Thread): boolean {
  return state === "closed" && (state_reason === null || state_reason === "completed");
}

/** What somebody else than the one who confirms proposed last. Commands that the report showed failing are no fix. */
function lastProposal(before: readonly MadeEpisodes[], confirming: MadeEpisodes | null): Proposal | null {
  const failing = new Set(before[0]?.reading.typed.flatMap(({ command }) => command ?? []));
  for (const [back, made] of before.toReversed().entries()) {
    const proposal = made.reading.source.own
      ? ownProposal(made, confirming)
      : proposalIn(made, confirming, { failing, isLast: back === 0 });
    if (proposal !== null) return proposal;
    // What was proposed before somebody said that it does not help is not what helped.
    if (made.claims.some(({ claim }) => claim.kind === "still_broken")) return null;
  }
  return null;
}

function proposalIn(
  made: MadeEpisodes,
  confirming: MadeEpisodes | null,
  { failing, isLast }: { failing: ReadonlySet<string>; isLast: boolean },
): Proposal | null {
  const { source, typed, questions } = made.reading;
  const own = confirming?.reading.source.author === source.author;
  if (own || source.comment_id === null || source.role === "bot" || source.role === "reporter") return null;
  if (confirming === null && source.role !== "maintainer") return null;
  const advice = made.claims.find(({ claim }) => claim.kind === "advice" || claim.kind === "workaround");
  const given = [
    ...typed.flatMap(({ command }) => command ?? []),
    ...(advice?.claim.command === undefined ? [] : [advice.claim.command]),
  ];
  const commands = [...new Set(given)].filter((command) => !failing.has(command));
  // "That did it" speaks of what was said last, in whatever words it was said.
  const isSpokenOf = isLast && confirming !== null && questions.length === 0;
  if (advice === undefined && commands.length === 0 && !isSpokenOf) return null;
  const text = [wordsOf(made, advice?.claim.text), ...(commands.length > 0 ? [] : snippetIn(made.reading))];
  return { from: source, source, text: text.join(" "), commands };
}

const MOST_LINES = 4;

/** A line of configuration is what helps, and no command: "RUN apk add bash", "PATH=/usr/local/bin:/usr/bin". */
function snippetIn({ typed }: MadeEpisodes["reading"]): string[] {
  const shown = typed.find(
    ({ command, output }) =>
      command === null && output.length <= MOST_LINES && findErrorLines(output, 1).length === 0,
  );
  const lines = shown?.output.map((line) => line.trim()).filter((line) => line !== "") ?? [];
  return lines.map((line) => `\`${line.slice(0, 160).replaceAll("`", "'")}\``);
}

/** What mneme proposed counts once somebody says that it helped, and then as that person's word. */
function ownProposal({ reading }: MadeEpisodes, confirming: MadeEpisodes | null): Proposal | null {
  if (confirming === null || reading.source.role !== "bot") return null;
  const proposal = readProposal(reading.source.text);
  if (proposal === null) return null;
  const { role, author } = confirming.reading.source;
  return { from: { role, author, url: reading.source.url }, source: reading.source, ...proposal };
}

/** `source` says when and by which comment it is known; whose word it is, the proposal says. */
function addFix(
  builder: EpisodeBuilder,
  { from: { role, url, author }, text, commands }: Proposal,
  status: "resolved" | "located",
  source: Source,
): Episode {
  const report = builder.episodes[0];
  const fix = builder.add(
    { ...source, role, url, author },
    {
      kind: "resolution",
      summary: text.slice(0, 1000),
      tags: ["adopted"],
      status,
      outcome: { success: true, excerpt: text.slice(0, 2000) },
      ...(commands.length === 0
        ? {}
        : { action: { action: "changed", parameters: { commands }, command: commands.join(" && ") } }),
    },
  );
  if (report !== undefined) addLink(fix, "resolves", report.id);
  return fix;
}

const WHOLE = 400;

/** Asked of the one who had the problem, and no part of what helps. */
const ASKS_BACK = /\b(?:let (?:me|us) know|tell (?:me|us)|report back|please (?:confirm|close|try and))\b/i;

/** A short comment is worth its every word: the cause stands beside the advice. */
function wordsOf({ reading }: MadeEpisodes, advice: string | undefined): string {
  const asked = new Set(reading.questions.map(({ text }) => text));
  const said = reading.sentences.filter((sentence) => !asked.has(sentence) && !ASKS_BACK.test(sentence));
  const flat = said.join(" ").replace(/\s+/g, " ").trim();
  if (flat !== "" && flat.length <= WHOLE) return flat;
  return advice ?? (saidIn(reading).trim().split("\n", 1)[0] ?? "").trim().slice(0, WHOLE);
}
