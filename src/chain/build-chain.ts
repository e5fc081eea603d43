import { environmentOf, isEmptyEnvironment, type SourcedClue } from "../environment/environment-of.js";
import type { FailureCase } from "../failures/failure-case.js";
import type { Scope } from "../memory/scope.js";
import { type Thread, threadKey } from "../thread/thread.js";
import type { Chain, Fact } from "./chain.js";
import { EpisodeBuilder } from "./episode-builder.js";
import { readSource, type Reading } from "./read-source.js";
import { type Source, sourcesOf } from "./source.js";

export interface ChainOptions {
  scope: Scope;
  /** The failure cases of a log, the root one first. */
  parse?: (log: string, command: string | null) => FailureCase[];
}

/**
 * The episodic chain of a thread. Deterministic and idempotent: the same thread gives the same ids, a longer one
 * extends the chain, an edited comment changes its own episodes only. Never throws.
 */
export function buildChain(thread: Thread, { scope }: ChainOptions): Chain {
  const project = thread.repo.split(/[/:]/).at(-1) ?? thread.repo;
  const readings = sourcesOf(thread)
    .filter((source) => !source.own)
    .map((source) => readSource(source, source.comment_id === null ? thread.title : null, project));
  const builder = new EpisodeBuilder(scope, threadKey(thread));
  for (const reading of readings) addEpisodes(builder, reading, thread);
  const reporter = readings.filter(({ source }) => source.role === "reporter");
  return {
    scope,
    thread: threadKey(thread),
    url: thread.source_url,
    title: thread.title,
    episodes: builder.episodes,
    environment: environmentOf(reporter.flatMap(sourcedClues)),
    facts: readings.flatMap(factsOf),
    failures: [],
    questions: [],
    symptoms: [thread.title, ...reporter.flatMap(({ errors }) => errors.map(({ text }) => text))],
  };
}

function addEpisodes(builder: EpisodeBuilder, reading: Reading, thread: Thread): void {
  const { source } = reading;
  const said = reading.lines
    .filter(({ kind }) => kind !== "code" && kind !== "title")
    .map(({ text }) => text)
    .join("\n");
  builder.add(source, {
    kind: source.comment_id === null ? "report" : "note",
    summary: (source.comment_id === null ? `${thread.title}\n${said}` : said).slice(0, 4_000),
    symptoms: reading.errors.map(({ text }) => text),
  });
  const environment = environmentOf(sourcedClues(reading));
  if (!isEmptyEnvironment(environment))
    builder.add(source, { kind: "environment", summary: "System", environment });
}

function sourcedClues({ source, clues }: Reading): SourcedClue[] {
  return clues.map((clue) => ({ ...clue, source: factSource(source) }));
}

function factSource(source: Source): SourcedClue["source"] {
  return { kind: "thread", comment_id: source.comment_id, author_role: source.role };
}

function factsOf({ source, clues, errors }: Reading): Fact[] {
  const where = { comment_id: source.comment_id, author_role: source.role };
  return [
    ...clues.map(({ key, value, confidence }) => ({ key, value, confidence, ...where })),
    ...errors.map(({ text }) => ({ key: "error", value: text, confidence: 0.8, ...where })),
  ];
}
