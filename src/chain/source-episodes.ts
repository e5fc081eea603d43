import { environmentOf, isEmptyEnvironment, type SourcedClue } from "../environment/environment-of.js";
import type { Episode } from "../memory/episode.js";
import type { Claim } from "./claims.js";
import type { EpisodeBuilder, EpisodeDraft } from "./episode-builder.js";
import { findErrorLines } from "./error-lines.js";
import type { PastedLog, Reading } from "./read-source.js";

/** Characters of text that an episode keeps. */
const SUMMARY = 4_000;
const EXCERPT = 2_000;
const MOST = { attempts: 12, observations: 6, questions: 5, claims: 6 };

/** The episodes that one source made, by what the linking needs of them. */
export interface MadeEpisodes {
  reading: Reading;
  all: Episode[];
  questions: Episode[];
  claims: { claim: Claim; episode: Episode }[];
}

/** The episodes of one source, in a fixed order, so that an ordinal always means the same one. */
export function addSourceEpisodes(builder: EpisodeBuilder, reading: Reading, title: string): MadeEpisodes {
  const { source } = reading;
  const first = builder.episodes.length;
  const add = (draft: EpisodeDraft): Episode => builder.add(source, draft);
  const made: MadeEpisodes = { reading, all: [], questions: [], claims: [] };
  if (source.role === "bot") {
    add({ kind: "note", summary: saidIn(reading), tags: ["bot"] });
  } else {
    if (source.comment_id === null) add(report(reading, title));
    const environment = environmentOf(sourcedClues(reading));
    if (!isEmptyEnvironment(environment))
      add({ kind: "environment", summary: describe(environment), environment });
    addWhatWasDone(add, reading);
    made.questions = reading.questions
      .slice(0, MOST.questions)
      .map(({ text, about }) => add({ kind: "question", summary: text, tags: about }));
    made.claims = claimsOf(reading).map((claim) => ({ claim, episode: add(claimDraft(claim, reading)) }));
    if (builder.episodes.length === first) add({ kind: "note", summary: saidIn(reading) });
  }
  made.all = builder.episodes.slice(first);
  return made;
}

function report(reading: Reading, title: string): EpisodeDraft {
  return {
    kind: "report",
    summary: `${title}\n${saidIn(reading)}`.slice(0, SUMMARY),
    symptoms: reading.errors.map(({ text }) => text),
    environment: environmentOf(sourcedClues(reading)),
    entities: reading.logs[0]?.failures[0]?.key_entities ?? [],
  };
}

/** Commands, and the logs that they left: an attempt causes the observation of the same command. */
function addWhatWasDone(add: (draft: EpisodeDraft) => Episode, reading: Reading): void {
  const observed = reading.logs
    .slice(0, MOST.observations)
    .map((log) => ({ log, episode: add(observation(log)) }));
  const attempts = reading.typed.flatMap(({ command, output }) =>
    command === null ? [] : [{ command, output }],
  );
  for (const { command, output } of attempts.slice(0, MOST.attempts)) {
    const effect = observed.find(({ log }) => log.command === command);
    const failed = effect !== undefined || findErrorLines(output, 1).length > 0;
    const excerpt = output.join("\n").trim().slice(0, EXCERPT);
    add({
      kind: "attempt",
      summary: command.slice(0, 500),
      action: { action: "tried", parameters: {}, command },
      ...(excerpt === "" && !failed ? {} : { outcome: { success: !failed, excerpt } }),
      links: effect === undefined ? [] : [{ type: "causes", to: effect.episode.id }],
    });
  }
}

function observation({ text, errors, failures }: PastedLog): EpisodeDraft {
  const [root] = failures;
  return {
    kind: "observation",
    summary: root?.root_line ?? errors[0]?.text ?? "",
    symptoms: errors.map((error) => error.text),
    outcome: {
      success: false,
      ...(root === undefined ? {} : { exit_code: root.exit_code, failure_case: root }),
      excerpt: root?.excerpt ?? text.slice(0, EXCERPT),
    },
    entities: root?.key_entities ?? [],
  };
}

/** One claim of a kind from each source: people say a thing twice. */
function claimsOf({ claims, decisions, source }: Reading): Claim[] {
  const kinds = new Set<string>();
  const changes = decisions.filter(({ kind }) => kind === "change").map(({ text }) => text);
  return claims
    .filter(({ text }) => source.role !== "maintainer" || !changes.includes(text))
    .flatMap((claim) => fitting(claim, source))
    .filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
    .slice(0, MOST.claims);
}

/** Who reports gives no advice, and what works in a report is a way round the fault, not its end. */
function fitting(claim: Claim, source: Reading["source"]): Claim[] {
  if (claim.kind === "advice" && source.role === "reporter") return [];
  if (source.comment_id !== null || claim.kind === "cause" || claim.kind === "workaround") return [claim];
  // "It worked for years" is the fault's beginning, and no way round it.
  const isPast = /\bworked\b/i.test(claim.text) && claim.command === undefined;
  return claim.kind === "fixed" && !isPast ? [{ ...claim, kind: "workaround" }] : [];
}

function claimDraft(claim: Claim, reading: Reading): EpisodeDraft {
  const command =
    claim.command ?? (claim.kind === "advice" || claim.kind === "fixed" ? typedCommand(reading) : undefined);
  const action = command === undefined ? {} : { action: { action: "tried", parameters: {}, command } };
  const excerpt = claim.text.slice(0, EXCERPT);
  const base = { summary: claim.text.slice(0, SUMMARY), tags: [claim.kind] };
  switch (claim.kind) {
    case "fixed":
      return {
        ...base,
        kind: "resolution",
        ...action,
        outcome: { success: true, excerpt },
        status: "resolved",
      };
    case "workaround":
      return {
        ...base,
        kind: "resolution",
        ...action,
        outcome: { success: true, excerpt },
        status: "located",
      };
    case "advice":
      return { ...base, kind: "diagnosis", ...action };
    case "cause":
      return { ...base, kind: "diagnosis", status: "located" };
    case "still_broken":
      return { ...base, kind: "observation", outcome: { success: false, excerpt } };
    case "same_here":
    case "not_reproduced":
      return { ...base, kind: "observation" };
  }
}

function typedCommand({ typed }: Reading): string | undefined {
  return typed.find(({ command }) => command !== null)?.command ?? undefined;
}

/** What a person wrote, without the logs. */
export function saidIn({ lines }: Reading): string {
  const said = lines.filter(({ kind }) => kind !== "code" && kind !== "title").map(({ text }) => text);
  return said.join("\n").slice(0, SUMMARY);
}

function describe(environment: Episode["environment"]): string {
  const versions = [environment.runtimes, environment.package_managers, environment.software].flatMap(
    (group) => Object.entries(group).map(([name, { value }]) => `${name} ${value}`),
  );
  const machine = [environment.os ?? environment.os_family, environment.arch].flatMap(
    (fact) => fact?.value ?? [],
  );
  return [...machine, ...versions].join(", ").slice(0, SUMMARY);
}

export function sourcedClues({ source, clues }: Reading): SourcedClue[] {
  const from = { kind: "thread" as const, comment_id: source.comment_id, author_role: source.role };
  return clues.map((clue) => ({ ...clue, source: from }));
}
