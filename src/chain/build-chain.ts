import { environmentOf } from "../environment/environment-of.js";
import type { FailureCase } from "../failures/failure-case.js";
import { parseLog } from "../failures/parse-log.js";
import type { Scope } from "../memory/scope.js";
import { type Thread, threadKey } from "../thread/thread.js";
import { adoptFix, adoptLastProposal } from "./adopt-fix.js";
import type { Chain, Question } from "./chain.js";
import { factsOf } from "./chain-facts.js";
import { addDecisions, addEvents, settle } from "./decide-outcome.js";
import { EpisodeBuilder, type EpisodeOrigin } from "./episode-builder.js";
import { linkEpisodes } from "./link-episodes.js";
import { type ParseFailures, readSource, type Reading } from "./read-source.js";
import { type Source, sourcesOf } from "./source.js";
import { addSourceEpisodes, type MadeEpisodes, sourcedClues } from "./source-episodes.js";

export interface ChainOptions {
  scope: Scope;
  /** Where the thread was opened, if it was transferred since: its ids are made as there. Default: here. */
  origin?: EpisodeOrigin | undefined;
  /** Default: the rules of the failures room. */
  parse?: ParseFailures;
}

/**
 * The episodic chain of a thread. Deterministic and idempotent: the same thread gives the same ids, a longer one
 * extends the chain, an edited comment changes its own episodes only. What others quote, minimized comments and
 * mneme's own comments are no evidence. Never throws.
 */
export function buildChain(thread: Thread, { scope, origin, parse = parseWithRules }: ChainOptions): Chain {
  const project = thread.repo.split(/[/:]/).at(-1) ?? thread.repo;
  const sources = sourcesOf(thread);
  const readings = sources.map((source) =>
    readSource(source, { title: source.comment_id === null ? thread.title : null, project, parse }),
  );
  const evidence = readings.filter(({ source }) => !source.own);
  const builder = new EpisodeBuilder(scope, threadKey(thread), origin);
  const made: MadeEpisodes[] = [];
  const said: MadeEpisodes[] = [];
  for (const reading of readings) {
    if (reading.source.own) {
      said.push({ reading, all: [], questions: [], claims: [] });
      continue;
    }
    const episodes = addSourceEpisodes(builder, reading, thread.title);
    addDecisions(builder, episodes, thread);
    adoptFix(builder, episodes, said, thread);
    made.push(episodes);
    said.push(episodes);
  }
  const questions = linkEpisodes(made);
  adoptLastProposal(builder, made, thread);
  addEvents(builder, thread);
  settle(builder.episodes, thread);
  const reporter = evidence.filter(({ source }) => source.role === "reporter");
  return {
    scope,
    thread: threadKey(thread),
    url: thread.source_url,
    title: thread.title,
    episodes: builder.episodes,
    environment: environmentOf(reporter.flatMap(sourcedClues)),
    facts: evidence.flatMap(factsOf),
    failures: failuresOf(evidence),
    questions: [...ownQuestions(readings), ...questions],
    symptoms: [
      ...new Set([thread.title, ...reporter.flatMap(({ errors }) => errors.map(({ text }) => text))]),
    ],
  };
}

function parseWithRules(log: string, command: string | null): FailureCase[] {
  return parseLog(log, command === null ? {} : { command }).failures;
}

/** The reporter's before others', one of each fault. */
function failuresOf(readings: readonly Reading[]): FailureCase[] {
  const ordered = readings.toSorted(
    (a, b) => Number(b.source.role === "reporter") - Number(a.source.role === "reporter"),
  );
  const byFault = new Map<string, FailureCase>();
  for (const failure of ordered.flatMap(({ logs }) => logs.flatMap(({ failures }) => failures)))
    if (!byFault.has(failure.fingerprint)) byFault.set(failure.fingerprint, failure);
  return [...byFault.values()];
}

/** What mneme asked before is remembered, so that it is not asked again; answered once the reporter wrote after it. */
function ownQuestions(readings: readonly Reading[]): Question[] {
  return readings.flatMap(({ source, questions }, index) => {
    if (!source.own) return [];
    const reply = readings.slice(index + 1).find((later) => later.source.role === "reporter");
    return questions.map(({ text, about }) => ({
      text,
      asked_by: source.role,
      comment_id: source.comment_id,
      about,
      answered_in: reply === undefined ? null : commentOf(reply.source),
    }));
  });
}

function commentOf(source: Source): string | null {
  return source.comment_id;
}
