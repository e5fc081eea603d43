import type { Chain } from "../chain/chain.js";
import { emptyEnvironment } from "../environment/environment.js";
import type { FailureCase } from "../failures/failure-case.js";
import type { ReadScope } from "../memory/scope.js";
import type { RecallQuery } from "./recall.js";

const DEFAULT_LIMIT = 5;

interface Asker {
  reader: ReadScope;
  /** ISO time for replays; null for now. */
  before: string | null;
}

/** What words alone ask of memory: a search by hand, a document of a corpus. */
export function queryFromWords(
  said: Pick<RecallQuery, "reader" | "thread" | "title" | "text" | "before" | "limit">,
): RecallQuery {
  return {
    ...said,
    moment: "thread",
    symptoms: [],
    error_types: [],
    fingerprints: [],
    entities: [],
    failures: [],
    environment: emptyEnvironment(),
    stage: null,
    upcoming: null,
  };
}

/** What a whole thread asks of memory. */
export function queryFromChain(chain: Chain, { reader, before }: Asker): RecallQuery {
  const reports = chain.episodes.filter(({ kind, status }) => kind === "report" && status !== "superseded");
  return {
    moment: "thread",
    reader,
    thread: chain.thread,
    title: chain.title,
    text: [...reports.map((episode) => episode.summary), ...shownSince(chain)].join("\n"),
    symptoms: chain.symptoms,
    error_types: unique(chain.failures.map((failure) => failure.error_type)),
    fingerprints: unique(chain.failures.map((failure) => failure.fingerprint)),
    entities: chain.failures.flatMap((failure) => failure.key_entities),
    failures: chain.failures,
    environment: chain.environment,
    stage: chain.failures[0]?.stage ?? null,
    upcoming: null,
    before,
    limit: DEFAULT_LIMIT,
  };
}

/** The same as it was asked when there was only the report; null where nothing was shown since. */
export function queryFromReport(query: RecallQuery, { episodes, title }: Chain): RecallQuery | null {
  const report = episodes.find(({ kind }) => kind === "report");
  const answered = episodes.some(
    ({ provenance }) => provenance.comment_id !== null && provenance.author_role === "reporter",
  );
  if (report === undefined || !answered) return null;
  return { ...query, text: report.summary, symptoms: [title, ...report.symptoms] };
}

/** Lines of what the reporter showed later on that name code: a backtrace tells two crashes apart that look alike. */
const NAMES_CODE =
  /^\s*(?:#\d+ |at \S)|\w::\w|\(\*\w+\)\.\w|\w\.(?:[ch]|cc|cpp|rs|go|py|[jt]sx?|java|rb|php):\d/;
const MOST_LINES = 8;

function shownSince({ episodes }: Chain): string[] {
  const lines = episodes
    .filter(({ provenance }) => provenance.comment_id !== null && provenance.author_role === "reporter")
    .flatMap(({ outcome, status }) => (status === "superseded" ? [] : (outcome?.excerpt ?? "").split("\n")))
    .filter((line) => NAMES_CODE.test(line.slice(0, 400)));
  return [...new Set(lines)].slice(0, MOST_LINES);
}

/** After a failure: what resolved this? */
export function queryFromFailure(chain: Chain, failure: FailureCase, asker: Asker): RecallQuery {
  return {
    ...queryFromChain(chain, asker),
    moment: "reactive",
    title: failure.root_line,
    text: failure.excerpt,
    symptoms: [failure.root_cause],
    error_types: [failure.error_type],
    fingerprints: [failure.fingerprint],
    entities: failure.key_entities,
    failures: [failure],
    stage: failure.stage,
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
