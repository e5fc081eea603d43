import type { Embedder } from "../../src/embedding/embedder.js";
import { MnemeError } from "../../src/errors.js";
import { abstract } from "../../src/memory/abstraction.js";
import type { Episode } from "../../src/memory/episode.js";
import { Indexer } from "../../src/memory/index/catch-up.js";
import type { RecallIndex } from "../../src/memory/index/recall-index.js";
import type { EpisodeLog } from "../../src/memory/log/episode-log.js";
import { mayRead, type ReadScope, type Scope } from "../../src/memory/scope.js";
import { createRecall } from "../../src/recall/create-recall.js";
import { toIndexEntry } from "../../src/recall/index-entry.js";
import { queryFromWords } from "../../src/recall/query-from-chain.js";
import type { RecallQuery } from "../../src/recall/recall.js";
import { makeEpisode, makeFailureCase } from "../support/log-episodes.js";

const WORDS = "valve pump gasket spring sensor motor cable fuse relay switch".split(" ");
const FINGERPRINTS = ["00000000000000aa", "00000000000000bb", "00000000000000cc"];
const EPISODES = 150;
/** Written while recalls go on. */
const LATER_EPISODES = 50;
const START = Date.UTC(2024, 0, 1);

export interface FuzzedRecalls {
  recalls: number;
  /** Text that was shown to one who may not read it. */
  leaks: string[];
  /** Memories shown in all: a recall that is always silent leaks nothing. */
  shown: number;
  /** Of them, such of private repositories. */
  shownPrivate: number;
}

type Random = <T>(values: readonly T[]) => T;

/**
 * The whole pipeline over a log and an index that hold the threads of many repositories, which have the same words,
 * faults and thread keys, and turn private and public as they go. Each text bears the mark of who owns it; whatever
 * a recall gives back is searched for marks that its reader may not read.
 */
export async function fuzzRecall(
  log: EpisodeLog,
  index: RecallIndex,
  recalls: number,
  seed = 20_240_601,
): Promise<FuzzedRecalls> {
  const pick = pickFrom(seed);
  const fallible = new FallibleIndex(index);
  const indexer = new Indexer({
    index,
    log,
    embedder: wordVectors,
    toEntry: (episode) => toIndexEntry(episode, abstract),
  });
  const options = { index: fallible, log, abstract, now: () => START + 1e9, threshold: 0 };
  const withVectors = createRecall({ ...options, embedder: wordVectors });
  const byWords = createRecall({ ...options, embedder: null });
  await log.append(Array.from({ length: EPISODES }, (_, seq) => fuzzedEpisode(seq, pick)));
  await indexer.catchUp();

  const result: FuzzedRecalls = { recalls: 0, leaks: [], shown: 0, shownPrivate: 0 };
  const interval = Math.ceil(recalls / LATER_EPISODES);
  for (let seq = EPISODES; result.recalls < recalls; result.recalls += 1) {
    if (result.recalls % interval === 0) {
      await log.append([fuzzedEpisode(seq++, pick)]);
      await indexer.catchUp();
    }
    fallible.isAway = result.recalls % 50 === 0;
    const query = fuzzedQuery(pick);
    const found = await (result.recalls % 3 === 0 ? withVectors : byWords).recall(query);
    result.shown += found.recalled.length;
    for (const owner of ownersIn(JSON.stringify(found))) {
      if (owner.visibility === "private") result.shownPrivate += 1;
      if (!mayRead(query.reader, owner))
        result.leaks.push(`${markOf(owner)} to ${JSON.stringify(query.reader)}`);
    }
  }
  return result;
}

/** Repeatable choices. */
function pickFrom(seed: number): Random {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000;
  return <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T;
}

function markOf({ installation, repository, visibility }: Scope): string {
  return `textof${installation}x${repository}x${visibility}`;
}

function ownersIn(text: string): Scope[] {
  return Array.from(
    text.matchAll(/textof(\d+)x(\d+)x(public|private)/g),
    ([, installation, repository, mode]) => ({
      installation: installation ?? "",
      repository: repository ?? "",
      visibility: mode === "public" ? "public" : "private",
    }),
  );
}

function fuzzedScope(pick: Random): Scope {
  return {
    installation: pick(["1", "2", "11"]),
    repository: pick(["1", "2", "3", "12"]),
    visibility: pick(["public", "private", "private"]),
  };
}

function fuzzedEpisode(seq: number, pick: Random): Episode {
  const scope = fuzzedScope(pick);
  const mark = markOf(scope);
  const words = () => `${pick(WORDS)} ${pick(WORDS)} ${pick(WORDS)}`;
  const kind = pick(["report", "observation", "attempt", "resolution", "diagnosis"] as const);
  const failure = makeFailureCase({
    fingerprint: pick(FINGERPRINTS),
    root_line: `${mark} ${words()}`,
    root_cause: `${mark} ${words()}`,
    excerpt: `${mark} at ${pick(WORDS)} (src/${pick(WORDS)}.c:12)`,
    key_entities: [{ kind: "package", value: mark }],
  });
  const isFailure = kind === "observation" || kind === "attempt";
  return makeEpisode({
    scope,
    thread: `acme/widgets#${pick([1, 2, 3, 4, 5])}`,
    seq,
    kind,
    summary: `${words()} ${mark}\n${words()} ${mark}`,
    symptoms: [`${mark} ${words()}`],
    entities: [{ kind: "package", value: pick(WORDS) }],
    status: kind === "resolution" ? "resolved" : "open",
    ...(kind === "resolution"
      ? { action: { action: "tried", parameters: { mark }, command: `install ${mark} ${pick(WORDS)}` } }
      : {}),
    ...(isFailure ? { outcome: { success: false, excerpt: failure.excerpt, failure_case: failure } } : {}),
    created_at: new Date(START + seq * 1000).toISOString(),
  });
}

/** At times in the very words of somebody else. */
function fuzzedQuery(pick: Random): RecallQuery {
  const reader: ReadScope = { scope: fuzzedScope(pick), share: pick(["repository", "organization"]) };
  const guessed = pick([true, false, false]) ? markOf(fuzzedScope(pick)) : "";
  return {
    ...queryFromWords({
      reader,
      thread: `acme/widgets#${pick([1, 2, 9])}`,
      title: `${pick(WORDS)} ${pick(WORDS)} ${guessed}`,
      text: `${pick(WORDS)} ${guessed}`,
      before: pick([null, null, new Date(START + EPISODES * 500).toISOString()]),
      limit: pick([1, 2, 5]),
    }),
    moment: pick(["thread", "reactive", "preventive"]),
    fingerprints: pick([[], [pick(FINGERPRINTS)], FINGERPRINTS]),
    entities: [{ kind: "package", value: guessed === "" ? pick(WORDS) : guessed }],
  };
}

/** Texts with words in common lie close together. */
const wordVectors: Embedder = {
  model: "words",
  dimensions: WORDS.length + 1,
  embed: async (texts) =>
    await Promise.resolve(
      texts.map((text) => Float32Array.from([...WORDS.map((word) => (text.includes(word) ? 1 : 0)), 0.1])),
    ),
};

/** An index that is away now and then: recall goes by the log of record, which keeps to the same rule. */
class FallibleIndex implements RecallIndex {
  readonly name = "fallible";
  isAway = false;
  private readonly index: RecallIndex;

  constructor(index: RecallIndex) {
    this.index = index;
  }

  async search(query: Parameters<RecallIndex["search"]>[0]) {
    if (this.isAway) throw new MnemeError("unavailable", "index away", { retryable: true });
    return await this.index.search(query);
  }

  upsert = async (...given: Parameters<RecallIndex["upsert"]>) => await this.index.upsert(...given);
  remove = async (...given: Parameters<RecallIndex["remove"]>) => await this.index.remove(...given);
  count = async (...given: Parameters<RecallIndex["count"]>) => await this.index.count(...given);
  cursor = async () => await this.index.cursor();
  setCursor = async (cursor: number) => await this.index.setCursor(cursor);
  close = async () => await this.index.close();
}
