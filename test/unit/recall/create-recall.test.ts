import { describe, expect, test } from "@jest/globals";
import { emptyEnvironment, type Environment } from "../../../src/environment/environment.js";
import type { FailureCase } from "../../../src/failures/failure-case.js";
import { MnemeError } from "../../../src/errors.js";
import type { Episode } from "../../../src/memory/episode.js";
import { Indexer } from "../../../src/memory/index/catch-up.js";
import type { RecallIndex } from "../../../src/memory/index/recall-index.js";
import { SqliteRecallIndex } from "../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { createRecall, type RecallDependencies } from "../../../src/recall/create-recall.js";
import { toIndexEntry } from "../../../src/recall/index-entry.js";
import { queryFromWords } from "../../../src/recall/query-from-chain.js";
import type { RecallQuery } from "../../../src/recall/recall.js";
import { episodeOf } from "../../support/episodes.js";
import { listedLog } from "../../support/listed-log.js";

const NOW = Date.parse("2024-06-01T00:00:00Z");
const plain = (text: string) => text;

function queryOf(changes: Partial<RecallQuery> = {}): RecallQuery {
  const reader = {
    scope: { installation: "1", repository: "1", visibility: "public" },
    share: "repository",
  } as const;
  const words = {
    reader,
    thread: "acme/widgets#99",
    title: "pressure valve stuck",
    before: null,
    limit: 5,
  };
  return { ...queryFromWords(words), ...changes };
}

/** Enough other threads that a word in common means something. */
const others: Episode[] = Array.from({ length: 20 }, (_, number) =>
  episodeOf({
    thread: `acme/widgets#${200 + number}`,
    summary: `topic${number} matters\nabout topic${number} and ${["tax", "rain", "tea"][number % 3] ?? ""}`,
  }),
);

async function recallOver(episodes: Episode[], changes: Partial<RecallDependencies> = {}) {
  const log = listedLog([...episodes, ...others]);
  const index = SqliteRecallIndex.open(":memory:");
  const toEntry = (episode: Episode) => toIndexEntry(episode, plain);
  await new Indexer({ index, log, embedder: null, toEntry }).catchUp();
  return createRecall({ index, log, embedder: null, now: () => NOW, abstract: plain, ...changes });
}

function on(osFamily: string): Environment {
  const source = { kind: "thread" as const, comment_id: null, author_role: "reporter" };
  return { ...emptyEnvironment(), os_family: { value: osFamily, source, confidence: 0.9 } };
}

function failureOf(fingerprint: string): FailureCase {
  return {
    failure_id: "f",
    task_context: "test",
    stage: "build",
    raw_command: null,
    cwd: null,
    exit_code: 1,
    ecosystem: "make",
    error_type: "BUILD_FAILURE",
    code: null,
    key_entities: [],
    root_line: "no rule",
    root_line_no: 1,
    excerpt: "no rule",
    fingerprint,
    root_cause: "no rule",
    solution_applied: null,
    hypothesis: null,
    environment_snapshot: emptyEnvironment(),
    parser: "test",
    confidence: 0.9,
  };
}

const broken: RecallIndex = {
  name: "broken",
  search: () => Promise.reject(new MnemeError("unavailable", "qdrant is away", { retryable: true })),
  upsert: () => Promise.reject(new MnemeError("unavailable", "qdrant is away", { retryable: true })),
  remove: () => Promise.resolve(),
  count: () => Promise.resolve(0),
  cursor: () => Promise.resolve(0),
  setCursor: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

describe("recall", () => {
  test("finds the like thread with its resolution, and says why", async () => {
    const report = episodeOf();
    const resolution = episodeOf({
      seq: 1,
      kind: "resolution",
      status: "resolved",
      summary: "replaced the spring",
      confidence: 0.88,
    });
    const recall = await recallOver([report, resolution]);
    const result = await recall.recall(queryOf());
    expect(result.abstained).toBeNull();
    expect(result.degraded).toBeNull();
    expect(result.recalled.map(({ label, episode }) => [label, episode.thread])).toEqual([
      ["M1", "acme/widgets#1"],
    ]);
    expect(result.recalled[0]?.resolution?.id).toBe(resolution.id);
    expect(result.recalled[0]?.reasons.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(["lexical", "confidence", "same_repository"]),
    );
    const told = result.recalled[0]?.reasons.find(({ signal }) => signal === "confidence");
    expect(told?.text).toMatch(/^confidence 0\.88 /);
  });

  test("abstains in words where nothing is alike, and where memory is empty", async () => {
    const recall = await recallOver([episodeOf()]);
    const unlike = await recall.recall(queryOf({ title: "unicorn dashboards flicker under moonlight" }));
    expect(unlike.recalled).toEqual([]);
    expect(unlike.abstained).toMatch(/nothing in memory/);
    const faint = await recall.recall(
      queryOf({ title: "valve colours, fonts, borders, shadows, themes, icons" }),
    );
    expect(faint.abstained).toMatch(/acme\/widgets#1\) scores 0\.\d\d, below 0\.\d\d/);
  });

  test("never recalls the asking thread, what was refuted, or what came later than a replay's moment", async () => {
    const recall = await recallOver([
      episodeOf({ thread: "acme/widgets#99" }),
      episodeOf({ thread: "acme/widgets#2", status: "refuted" }),
      episodeOf({ thread: "acme/widgets#3", created_at: "2024-05-01T00:00:00.000Z" }),
    ]);
    const result = await recall.recall(queryOf({ before: "2024-04-01T00:00:00.000Z" }));
    expect(result.recalled).toEqual([]);
  });

  test("never recalls another repository's private memory", async () => {
    const secret = { installation: "1", repository: "2", visibility: "private" as const };
    const recall = await recallOver([episodeOf({ scope: secret })]);
    expect((await recall.recall(queryOf())).recalled).toEqual([]);
    const owner = { scope: secret, share: "repository" as const };
    expect((await recall.recall(queryOf({ reader: owner }))).recalled).toHaveLength(1);
  });

  test("an equal fingerprint comes first, a thread comes once", async () => {
    const failure_case = failureOf("same");
    const outcome = { success: false, exit_code: 1, failure_case, excerpt: "" };
    const recall = await recallOver([
      episodeOf(),
      episodeOf({ thread: "acme/widgets#5", summary: "quite other words", outcome }),
      episodeOf({ thread: "acme/widgets#5", seq: 1, kind: "observation", summary: "again", outcome }),
    ]);
    const result = await recall.recall(queryOf({ fingerprints: ["same"] }));
    expect(result.recalled.map(({ episode }) => episode.thread)).toEqual([
      "acme/widgets#5",
      "acme/widgets#1",
    ]);
  });

  test("of two alike the more trusted one comes first; another environment is a warning only", async () => {
    const recall = await recallOver([
      episodeOf({ thread: "acme/widgets#5", confidence: 0.3 }),
      episodeOf({ thread: "acme/widgets#6", confidence: 0.9 }),
      episodeOf({ thread: "acme/widgets#7", confidence: 0.9, environment: on("windows") }),
    ]);
    const { recalled } = await recall.recall(queryOf({ environment: on("linux") }));
    expect(recalled.map(({ episode }) => episode.thread)).toEqual([
      "acme/widgets#6",
      "acme/widgets#5",
      "acme/widgets#7",
    ]);
    expect(recalled[2]).toMatchObject({ warning_only: true, differences: ["Windows there, Linux here"] });
  });

  test("tells of memories that disagree", async () => {
    const action = { action: "tried", parameters: {}, command: "make  clean" };
    const recall = await recallOver([
      episodeOf({ thread: "acme/widgets#5", action, outcome: { success: true, excerpt: "" } }),
      episodeOf({ thread: "acme/widgets#6", action, outcome: { success: false, excerpt: "" } }),
    ]);
    const { conflicts } = await recall.recall(queryOf());
    expect(conflicts).toEqual([{ labels: ["M1", "M2"], about: 'whether "make clean" works' }]);
  });

  test("a lost index degrades to the log of record, a lost log to nothing", async () => {
    const degraded = await (await recallOver([episodeOf()], { index: broken })).recall(queryOf());
    expect(degraded.recalled.map(({ episode }) => episode.thread)).toEqual(["acme/widgets#1"]);
    expect(degraded.degraded).toMatch(/index down.*qdrant is away/);
    const log = {
      get: () => Promise.reject(new MnemeError("storage", "disk gone")),
      list: () => Promise.reject(new MnemeError("storage", "disk gone")),
      chain: () => Promise.reject(new MnemeError("storage", "disk gone")),
      experiences: () => Promise.reject(new MnemeError("storage", "disk gone")),
    };
    const nothing = await (await recallOver([], { index: broken, log })).recall(queryOf());
    expect(nothing.recalled).toEqual([]);
    expect(nothing.degraded).toMatch(/disk gone/);
  });

  test("a lost embedder leaves recall by words", async () => {
    const embedder = {
      model: "none",
      dimensions: 4,
      embed: () => Promise.reject(new MnemeError("unavailable", "no model")),
    };
    const result = await (await recallOver([episodeOf()], { embedder })).recall(queryOf());
    expect(result.recalled).toHaveLength(1);
    expect(result.degraded).toMatch(/embedding model down.*no model/);
  });
});

describe("indexer", () => {
  test("catches up once the index is back, and loses nothing", async () => {
    const log = listedLog([episodeOf(), ...others]);
    const toEntry = (episode: Episode) => toIndexEntry(episode, plain);
    const away = await new Indexer({ index: broken, log, embedder: null, toEntry }).catchUp();
    expect(away).toEqual({ indexed: 0, removed: 0, behind: "qdrant is away" });
    const index = SqliteRecallIndex.open(":memory:");
    const indexer = new Indexer({ index, log, embedder: null, toEntry });
    const [first, second] = await Promise.all([indexer.catchUp(), indexer.catchUp()]);
    expect(first).toEqual({ indexed: 21, removed: 0, behind: null });
    expect(second).toEqual(first);
    expect(await index.cursor()).toBe(21);
    await index.close();
  });
});
