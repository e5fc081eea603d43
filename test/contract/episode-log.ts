import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../src/errors.js";
import type { ArchiveRecord, Attribution } from "../../src/memory/log/episode-log.js";
import type { OpenedEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { CONFIDENCE } from "../../src/memory/confidence.js";
import { mayRead, type ReadScope, type Scope } from "../../src/memory/scope.js";
import { makeEpisode, makeFailureCase, PUBLIC_SCOPE } from "../support/log-episodes.js";

const READER: ReadScope = { scope: PUBLIC_SCOPE, share: "repository" };
const NOW = Date.parse("2026-06-01T00:00:00Z");
const UNKNOWN_ID = "00000000-0000-5000-8000-000000000000";

function by(name: string, why = "asked", at = "2026-05-01T00:00:00.000Z"): Attribution {
  return { by: name, at, why };
}

async function collect(records: AsyncIterable<ArchiveRecord>): Promise<ArchiveRecord[]> {
  const all: ArchiveRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** What every adapter of the log of record holds to. `open` gives a new, empty log each time. */
export function describeEpisodeLog(open: (now: () => number) => Promise<OpenedEpisodeLog>): void {
  let log: OpenedEpisodeLog;

  beforeEach(async () => {
    log = await open(() => NOW);
  });
  afterEach(async () => {
    await log.close();
  });

  describe("episodes", () => {
    test("what was appended is read back whole, with the prior of its source as confidence", async () => {
      const episode = makeEpisode({
        symptoms: ["line\nwith \u0000 and emoji 🚀 and \ud800 alone"],
        action: { action: "tried", parameters: { nested: [1, null, { a: "b" }] }, command: "npm ci" },
        outcome: { success: false, exit_code: 1, failure_case: makeFailureCase(), excerpt: "ERESOLVE" },
      });
      expect(await log.append([episode])).toEqual({ added: 1, known: 0 });
      expect(await log.get(READER, [episode.id])).toEqual([{ ...episode, confidence: 0.55 }]);
    });

    test("appending is idempotent by id and keeps what was written first", async () => {
      const first = makeEpisode();
      await log.append([first]);
      expect(await log.append([{ ...first, summary: "changed" }, makeEpisode({ seq: 1 })])).toEqual({
        added: 1,
        known: 1,
      });
      expect((await log.get(READER, [first.id]))[0]?.summary).toBe(first.summary);
    });

    test("one batch with an id twice adds it once", async () => {
      expect(await log.append([makeEpisode(), makeEpisode()])).toEqual({ added: 1, known: 1 });
    });

    test("get keeps the order asked for and leaves out the unknown", async () => {
      const [a, b] = [makeEpisode({ seq: 0 }), makeEpisode({ seq: 1 })];
      await log.append([a, b]);
      const found = await log.get(READER, [b.id, UNKNOWN_ID, a.id, b.id]);
      expect(found.map(({ seq }) => seq)).toEqual([1, 0]);
    });

    test("a chain is one thread of one repository in order of seq", async () => {
      const other = makeEpisode({ thread: "acme/widgets#2", seq: 7 });
      const elsewhere = makeEpisode({ scope: { ...PUBLIC_SCOPE, repository: "101" }, seq: 3 });
      await log.append([
        makeEpisode({ seq: 2 }),
        other,
        makeEpisode({ seq: 0 }),
        elsewhere,
        makeEpisode({ seq: 1 }),
      ]);
      expect((await log.chain(PUBLIC_SCOPE, "acme/widgets#1")).map(({ seq }) => seq)).toEqual([0, 1, 2]);
    });

    test("a large batch goes in whole", async () => {
      const many = Array.from({ length: 1_200 }, (_, seq) => makeEpisode({ seq }));
      expect(await log.append(many)).toEqual({ added: 1_200, known: 0 });
      expect((await log.chain(PUBLIC_SCOPE, "acme/widgets#1")).at(-1)?.seq).toBe(1_199);
    });
  });

  describe("list", () => {
    test("newest first, with limit and offset", async () => {
      const days = ["2026-01-03", "2026-01-01", "2026-01-02"];
      await log.append(days.map((day, seq) => makeEpisode({ seq, created_at: `${day}T00:00:00.000Z` })));
      expect((await log.list(READER, { limit: 2 })).map(({ seq }) => seq)).toEqual([0, 2]);
      expect((await log.list(READER, { limit: 2, offset: 2 })).map(({ seq }) => seq)).toEqual([1]);
    });

    test("as old as each other: the later place first, whatever was said of them since", async () => {
      const made = [0, 1, 2].map((seq) => makeEpisode({ seq }));
      await log.append(made);
      const first = made[0]?.id ?? "";
      await log.addFact(PUBLIC_SCOPE, { episode: first, kind: "correction", summary: "right" }, by("m"));
      expect((await log.list(READER, {})).map(({ seq }) => seq)).toEqual([2, 1, 0]);
    });

    test("oldest first where that is asked for; as old as each other, by their place", async () => {
      const days = ["2026-01-03", "2026-01-02", "2026-01-02"];
      const made = days.map((day, seq) => makeEpisode({ seq, created_at: `${day}T00:00:00.000Z` }));
      await log.append(made.toReversed());
      const seqs = (await log.list(READER, { oldest_first: true, limit: 2 })).map(({ seq }) => seq);
      expect(seqs).toEqual([1, 2]);
    });

    test("each filter filters, and they are joined by and", async () => {
      const failed = { success: false, failure_case: makeFailureCase({ fingerprint: "fp-9" }), excerpt: "" };
      await log.append([
        makeEpisode({ seq: 0 }),
        makeEpisode({ seq: 1, kind: "attempt", outcome: failed, created_at: "2026-03-01T00:00:00.000Z" }),
        makeEpisode({
          seq: 2,
          thread: "acme/widgets#2",
          status: "resolved",
          symptoms: [],
          summary: "100% CPU in Node_Modules",
        }),
      ]);
      const seqs = async (filter: Parameters<typeof log.list>[1]) =>
        (await log.list(READER, filter)).map(({ seq }) => seq).sort();
      expect(await seqs({ thread: "acme/widgets#2" })).toEqual([2]);
      expect(await seqs({ threads: ["acme/widgets#2", "acme/none#1"] })).toEqual([2]);
      expect(await seqs({ threads: [] })).toEqual([]);
      expect(await seqs({ kinds: ["attempt", "note"] })).toEqual([1]);
      expect(await seqs({ statuses: ["resolved"] })).toEqual([2]);
      expect(await seqs({ fingerprints: ["fp-9"] })).toEqual([1]);
      expect(await seqs({ before: "2026-02-01T00:00:00Z" })).toEqual([0, 2]);
      expect(await seqs({ text: "node_modules CPU" })).toEqual([2]);
      expect(await seqs({ text: "100%" })).toEqual([2]);
      expect(await seqs({ text: "node%modules" })).toEqual([]);
      expect(await seqs({ text: "LEFT-PAD eresolve" })).toEqual([0, 1]);
      expect(await seqs({ gold: true })).toEqual([]);
      expect(await seqs({ gold: false, kinds: ["report"], text: "cpu" })).toEqual([2]);
      expect(await seqs({ kinds: [] })).toEqual([]);
      await log.append([makeEpisode({ scope: { ...PUBLIC_SCOPE, repository: "101" }, seq: 9 })]);
      expect(await seqs({})).toEqual([0, 1, 2, 9]);
      expect(await seqs({ own: true })).toEqual([0, 1, 2]);
    });

    test("a time that is none is named", async () => {
      await expect(log.list(READER, { before: "yesterday" })).rejects.toMatchObject({ code: "bad_input" });
    });
  });

  describe("facts", () => {
    test("status, link, gold, counters and correction are folded in; the evidence stays as it was", async () => {
      const episode = makeEpisode();
      await log.append([episode]);
      const gold = { by: "mona", at: "2026-05-01T00:00:00.000Z", permalink: "https://github.example/c/1" };
      const id = episode.id;
      const link = { type: "resolves", to: "https://github.example/acme/widgets/pull/9" } as const;
      await log.addFact(
        PUBLIC_SCOPE,
        { episode: id, kind: "status", status: "resolved", resolved_by: "#9" },
        by("mona"),
      );
      await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "link", link }, by("mona"));
      await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "gold", gold }, by("mona"));
      await log.addFact(
        PUBLIC_SCOPE,
        { episode: id, kind: "correction", summary: "it was npm 10" },
        by("mona"),
      );
      await log.addFact(
        PUBLIC_SCOPE,
        { episode: id, kind: "counter", counter: "exposed", run: "r1" },
        by("bot"),
      );
      const [folded] = await log.get(READER, [id]);
      expect(folded).toEqual({
        ...episode,
        status: "resolved",
        resolved_by: "#9",
        links: [link],
        gold,
        summary: "it was npm 10",
        counters: { exposed: 1, adopted: 0, helped: 0, failed: 0 },
        confidence: (0.55 * 2 + 4) / (2 + 4),
      });
      const exported = await collect(log.exportRecords(null));
      expect(exported[0]).toEqual({ type: "episode", episode });
      expect(await log.list(READER, { statuses: ["resolved"], gold: true })).toHaveLength(1);
    });

    test("evidence moves confidence and fades; showing moves nothing", async () => {
      const episode = makeEpisode();
      await log.append([episode]);
      const halfLifeAgo = new Date(NOW - CONFIDENCE.halfLifeMs).toISOString();
      await log.addFact(
        PUBLIC_SCOPE,
        { episode: episode.id, kind: "counter", counter: "exposed", run: "r" },
        by("b"),
      );
      expect((await log.get(READER, [episode.id]))[0]?.confidence).toBeCloseTo(0.55, 12);
      const fact = {
        episode: episode.id,
        kind: "evidence",
        weight: "confirmed",
        source: "acme/widgets#2",
      } as const;
      await log.addFact(PUBLIC_SCOPE, fact, by("bot", "held", halfLifeAgo));
      expect((await log.get(READER, [episode.id]))[0]?.confidence).toBeCloseTo((1.1 + 0.5) / 2.5, 12);
    });

    test("the same fact by the same hand for the same run or source counts once", async () => {
      const { id } = makeEpisode();
      await log.append([makeEpisode()]);
      const counter = { episode: id, kind: "counter", counter: "adopted", run: "r1" } as const;
      const evidence = { episode: id, kind: "evidence", weight: "confirmed", source: "t2" } as const;
      const first = await log.addFact(PUBLIC_SCOPE, counter, by("bot"));
      expect(await log.addFact(PUBLIC_SCOPE, counter, by("bot", "again"))).toBe(first);
      await log.addFact(PUBLIC_SCOPE, { ...counter, run: "r2" }, by("bot"));
      await log.addFact(PUBLIC_SCOPE, evidence, by("bot"));
      await log.addFact(PUBLIC_SCOPE, evidence, by("bot"));
      const [folded] = await log.get(READER, [id]);
      expect(folded?.counters.adopted).toBe(2);
      expect(await log.facts(READER, [id])).toHaveLength(3);
    });

    test("a status that comes back counts again: open, resolved, open, resolved", async () => {
      const { id } = makeEpisode();
      await log.append([makeEpisode()]);
      for (const status of ["resolved", "open", "resolved", "resolved"] as const)
        await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "status", status }, by("mona"));
      expect((await log.get(READER, [id]))[0]?.status).toBe("resolved");
      expect(await log.facts(READER, [id])).toHaveLength(3);
    });

    test("a fact is undone by a fact, and that one too", async () => {
      const { id } = makeEpisode();
      await log.append([makeEpisode()]);
      const resolved = { episode: id, kind: "status", status: "resolved" } as const;
      const fact = await log.addFact(PUBLIC_SCOPE, resolved, by("mona"));
      expect(await log.undoFact(PUBLIC_SCOPE, fact, by("hugo", "was wrong"))).toBe(true);
      expect((await log.get(READER, [id]))[0]?.status).toBe("open");
      expect(await log.list(READER, { statuses: ["resolved"] })).toEqual([]);
      expect(await log.undoFact(PUBLIC_SCOPE, fact, by("hugo"))).toBe(false);
      const history = await log.facts(READER, [id]);
      expect(history.map(({ fact: { kind }, live }) => [kind, live])).toEqual([
        ["status", false],
        ["undo", true],
      ]);
      expect(history[1]?.attribution).toEqual(by("hugo", "was wrong"));
      expect(await log.undoFact(PUBLIC_SCOPE, history[1]?.id ?? "", by("mona"))).toBe(true);
      expect((await log.get(READER, [id]))[0]?.status).toBe("resolved");
      expect(await log.addFact(PUBLIC_SCOPE, resolved, by("mona"))).toBe(fact);
    });

    test("several changes are made together, or none of them: first what is undone, then what is added", async () => {
      const { id } = makeEpisode();
      await log.append([makeEpisode()]);
      const counter = { episode: id, kind: "counter", counter: "helped", run: "r1" } as const;
      const first = await log.addFact(PUBLIC_SCOPE, counter, by("bot"));
      const failed = { ...counter, counter: "failed" } as const;
      await log.changeFacts(PUBLIC_SCOPE, [
        { add: failed, attribution: by("bot") },
        { undo: first, attribution: by("bot", "it did not") },
        { undo: UNKNOWN_ID, attribution: by("bot") },
      ]);
      expect((await log.get(READER, [id]))[0]?.counters).toMatchObject({ helped: 0, failed: 1 });
      const impossible = { add: { ...counter, episode: UNKNOWN_ID }, attribution: by("bot") };
      await expect(
        log.changeFacts(PUBLIC_SCOPE, [{ add: counter, attribution: by("bot") }, impossible]),
      ).rejects.toMatchObject({ code: "not_found" });
      expect((await log.get(READER, [id]))[0]?.counters).toMatchObject({ helped: 0, failed: 1 });
    });

    test("gold is taken back by null, and given again by another", async () => {
      const { id } = makeEpisode();
      await log.append([makeEpisode()]);
      const gold = (name: string) => ({
        by: name,
        at: "2026-05-01T00:00:00.000Z",
        permalink: `https://x/${name}`,
      });
      await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "gold", gold: gold("a") }, by("a"));
      await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "gold", gold: null }, by("a"));
      expect(await log.list(READER, { gold: true })).toEqual([]);
      await log.addFact(PUBLIC_SCOPE, { episode: id, kind: "gold", gold: gold("b") }, by("b"));
      expect((await log.list(READER, { gold: true })).map((episode) => episode.gold?.by)).toEqual(["b"]);
    });

    test("a fact about nothing, or of another installation, is refused", async () => {
      const episode = makeEpisode();
      await log.append([episode]);
      const fact = { episode: episode.id, kind: "counter", counter: "exposed", run: "r" } as const;
      await expect(
        log.addFact(PUBLIC_SCOPE, { ...fact, episode: UNKNOWN_ID }, by("x")),
      ).rejects.toMatchObject({
        code: "not_found",
      });
      const stranger = { ...PUBLIC_SCOPE, installation: "2" };
      await expect(log.addFact(stranger, fact, by("x"))).rejects.toMatchObject({ code: "not_found" });
      expect(await log.facts(READER, [episode.id])).toEqual([]);
    });

    test("another repository may count and confirm, but neither judge nor show its own links", async () => {
      const episode = makeEpisode();
      await log.append([episode]);
      const neighbour: Scope = { installation: "1", repository: "200", visibility: "private" };
      const id = episode.id;
      const gold = { by: "m", at: "2026-05-01T00:00:00.000Z", permalink: "https://x/1" };
      await log.addFact(
        neighbour,
        { episode: id, kind: "evidence", weight: "confirmed", source: "secret#1" },
        by("b"),
      );
      const link = { type: "applied_in", to: "https://github.example/acme/secret/issues/1" } as const;
      await log.addFact(neighbour, { episode: id, kind: "link", link }, by("b"));
      await expect(
        log.addFact(neighbour, { episode: id, kind: "gold", gold }, by("m")),
      ).rejects.toMatchObject({
        code: "not_permitted",
      });
      const [seen] = await log.get(READER, [id]);
      expect(seen?.confidence).toBeCloseTo(2.1 / 3, 1);
      expect(seen?.links).toEqual([]);
      expect(await log.facts(READER, [id])).toEqual([]);
      const [own] = await log.get({ scope: neighbour, share: "repository" }, [id]);
      expect(own?.links).toEqual([link]);
    });
  });

  describe("scope", () => {
    const scopes: Scope[] = ["1", "2"].flatMap((installation) =>
      (["a", "b", "c"] as const).map((repository) => ({
        installation,
        repository,
        visibility: repository === "a" ? ("public" as const) : ("private" as const),
      })),
    );

    test("every way of reading shows exactly what mayRead allows", async () => {
      const episodes = scopes.map((scope) => makeEpisode({ scope }));
      await log.append(episodes);
      for (const scope of scopes)
        await log.saveExperience(
          scope,
          makeExperience(scope, episodes.find((e) => e.scope === scope)?.id ?? ""),
        );
      for (const scope of scopes)
        for (const share of ["repository", "organization"] as const) {
          const reader = { scope, share };
          const allowed = episodes
            .filter((episode) => mayRead(reader, episode.scope))
            .map(({ id }) => id)
            .sort();
          const ids = episodes.map(({ id }) => id);
          expect((await log.get(reader, ids)).map(({ id }) => id).sort()).toEqual(allowed);
          expect((await log.list(reader, {})).map(({ id }) => id).sort()).toEqual(allowed);
          expect((await log.stats(reader))["episodes"]).toBe(allowed.length);
          expect((await log.experiences(reader)).flatMap(({ evidence }) => evidence).sort()).toEqual(allowed);
          const records = await collect(log.exportRecords(reader));
          expect(records.filter(({ type }) => type === "episode")).toHaveLength(allowed.length);
        }
    });

    test("a run record is its repository's own", async () => {
      await log.saveRun(PUBLIC_SCOPE, "r1", { thread: "acme/widgets#1", text: "hello" });
      await log.saveRun(PUBLIC_SCOPE, "r1", { thread: "acme/widgets#1", text: "again" });
      expect(await log.run(PUBLIC_SCOPE, "r1")).toEqual({ thread: "acme/widgets#1", text: "again" });
      expect(await log.run({ ...PUBLIC_SCOPE, repository: "101" }, "r1")).toBeNull();
      expect(await log.run(PUBLIC_SCOPE, "r2")).toBeNull();
    });

    test("runs are told newest first, and what they spent is summed by thread and by day", async () => {
      const run = (thread: string, day: number, steps: number) => ({
        thread,
        started_at: `2026-05-0${day}T08:00:00.000Z`,
        spent: { steps, wall_ms: 1500.5, tokens: 10, usd: 0.25 },
      });
      await log.saveRun(PUBLIC_SCOPE, "old", run("acme/widgets#1", 1, 1));
      await log.saveRun(PUBLIC_SCOPE, "new", run("acme/widgets#2", 3, 1));
      await log.saveRun(PUBLIC_SCOPE, "new", run("acme/widgets#2", 3, 4));
      await log.saveRun({ ...PUBLIC_SCOPE, repository: "101" }, "else", run("acme/gears#1", 2, 9));
      await log.saveRun(PUBLIC_SCOPE, "switch", { stopped: true });
      const threads = async (filter: Parameters<OpenedEpisodeLog["runs"]>[0]): Promise<unknown[]> =>
        (await log.runs(filter)).map((record) => (record as { thread: string }).thread);
      expect(await threads({ scope: PUBLIC_SCOPE })).toEqual(["acme/widgets#2", "acme/widgets#1"]);
      expect(await threads({ scope: null })).toEqual(["acme/widgets#2", "acme/gears#1", "acme/widgets#1"]);
      expect(await threads({ scope: PUBLIC_SCOPE, thread: "acme/widgets#1" })).toEqual(["acme/widgets#1"]);
      expect(await threads({ scope: PUBLIC_SCOPE, threads: ["acme/widgets#1"] })).toEqual(["acme/widgets#1"]);
      expect(await threads({ scope: null, limit: 1 })).toHaveLength(1);
      const since_ms = Date.parse("2026-05-02T00:00:00Z");
      expect(await log.spent(PUBLIC_SCOPE, { since_ms })).toEqual({
        runs: 1,
        steps: 4,
        wall_ms: 1500.5,
        tokens: 10,
        usd: 0.25,
      });
      expect(await log.spent(PUBLIC_SCOPE, { thread: "acme/widgets#1" })).toMatchObject({
        runs: 1,
        steps: 1,
      });
      expect(await log.spent(PUBLIC_SCOPE, {})).toMatchObject({ runs: 2, steps: 5, usd: 0.5 });
      expect(await log.spent(PUBLIC_SCOPE, { thread: "none" })).toMatchObject({ runs: 0, steps: 0, usd: 0 });
    });

    test("a bookmark is replaced, is its repository's own, and goes with it", async () => {
      const other = { ...PUBLIC_SCOPE, repository: "other" };
      expect(await log.bookmark(PUBLIC_SCOPE, "place")).toBeNull();
      await log.saveBookmark(PUBLIC_SCOPE, "place", { page: 1 });
      await log.saveBookmark(PUBLIC_SCOPE, "place", { page: 2 });
      await log.saveBookmark(other, "place", "elsewhere");
      expect(await log.bookmark(PUBLIC_SCOPE, "place")).toEqual({ page: 2 });
      expect(await log.bookmark(PUBLIC_SCOPE, "other")).toBeNull();
      await log.erase(PUBLIC_SCOPE, { repository: true }, by("mona"));
      expect(await log.bookmark(PUBLIC_SCOPE, "place")).toBeNull();
      expect(await log.bookmark(other, "place")).toBe("elsewhere");
    });
  });

  test("a repository that got another name keeps what is known of its threads, and an index hears of it", async () => {
    const mine = makeEpisode({ thread: "acme/widgets#1", seq: 1 });
    const other = makeEpisode({ thread: "acme/widgets_2#1", seq: 2 });
    await log.append([mine, other]);
    await log.addFact(PUBLIC_SCOPE, { kind: "status", episode: mine.id, status: "resolved" }, by("m"));
    await log.saveRun(PUBLIC_SCOPE, "r", {
      thread: "acme/widgets#1",
      started_at: "2026-05-01T00:00:00.000Z",
    });
    const { cursor } = await log.changesSince(0, 100);
    expect(await log.renameThreads(PUBLIC_SCOPE, "acme/widgets", "ann/gears")).toBe(1);
    expect(await log.chain(PUBLIC_SCOPE, "acme/widgets#1")).toEqual([]);
    expect(await log.chain(PUBLIC_SCOPE, "ann/gears#1")).toMatchObject([
      { id: mine.id, thread: "ann/gears#1", status: "resolved" },
    ]);
    expect((await log.changesSince(cursor, 100)).changed.map(({ id }) => id)).toEqual([mine.id]);
    expect(await log.run(PUBLIC_SCOPE, "r")).toMatchObject({ thread: "ann/gears#1" });
    expect(await log.renameThreads(PUBLIC_SCOPE, "acme/widgets", "ann/gears")).toBe(0);
    expect(await log.erase(PUBLIC_SCOPE, { thread: "ann/gears#1" }, by("m"))).toBe(1);
  });

  test("what a renamed thread said for a memory elsewhere is not said once more under its new name", async () => {
    const memory = makeEpisode({ thread: "acme/other#9" });
    await log.append([memory]);
    const said = (source: string) =>
      log.addFact(
        PUBLIC_SCOPE,
        { kind: "evidence", episode: memory.id, weight: "confirmed", source },
        by("m"),
      );
    await said("acme/widgets#1");
    await said("acme/widgets#12");
    await log.renameThreads(PUBLIC_SCOPE, "acme/widgets", "ann/gears");
    await said("ann/gears#1");
    const facts = await log.facts(READER, [memory.id]);
    expect(facts.map(({ fact }) => (fact.kind === "evidence" ? fact.source : ""))).toEqual([
      "ann/gears#1",
      "ann/gears#12",
    ]);
  });

  test("a thread that moves takes its episodes, their facts and its runs along; an index hears of it", async () => {
    const to = {
      scope: { ...PUBLIC_SCOPE, repository: "101", visibility: "private" as const },
      thread: "acme/gears#3",
    };
    const from = { scope: PUBLIC_SCOPE, thread: "acme/widgets#1" };
    const mine = makeEpisode({ thread: from.thread, seq: 1 });
    const other = makeEpisode({ thread: "acme/widgets#12", seq: 2 });
    await log.append([mine, other]);
    await log.addFact(PUBLIC_SCOPE, { kind: "status", episode: mine.id, status: "resolved" }, by("m"));
    for (const { run, thread } of [
      { run: "r", thread: from.thread },
      { run: "s", thread: other.thread },
    ])
      await log.saveRun(PUBLIC_SCOPE, run, {
        thread,
        scope: PUBLIC_SCOPE,
        started_at: "2026-05-01T00:00:00.000Z",
      });
    const { cursor } = await log.changesSince(0, 100);
    expect(await log.moveThread(from, to)).toBe(1);
    expect(await log.chain(from.scope, from.thread)).toEqual([]);
    expect(await log.chain(to.scope, to.thread)).toMatchObject([
      { id: mine.id, scope: to.scope, thread: to.thread, status: "resolved" },
    ]);
    expect(await log.get(READER, [mine.id])).toEqual([]);
    expect(await log.facts(READER, [mine.id])).toEqual([]);
    expect(await log.facts({ ...READER, scope: to.scope }, [mine.id])).toHaveLength(1);
    expect((await log.changesSince(cursor, 100)).changed.map(({ id }) => id)).toEqual([mine.id]);
    expect(await log.run(to.scope, "r")).toMatchObject({ thread: to.thread, scope: to.scope });
    expect(await log.run(from.scope, "r")).toBeNull();
    expect(await log.run(from.scope, "s")).toMatchObject({ thread: other.thread });
    expect(await log.moveThread(from, to)).toBe(0);
  });

  test("what was misread is erased, and not counted as forgotten: it may be read again", async () => {
    const [mine, other] = [makeEpisode({}), makeEpisode({ seq: 1 })];
    await log.append([mine, other]);
    expect(await log.erase(PUBLIC_SCOPE, { misread: [] }, by("m"))).toBe(0);
    expect(await log.erase(PUBLIC_SCOPE, { misread: [mine.id, UNKNOWN_ID] }, by("m"))).toBe(1);
    expect(await log.get(READER, [mine.id, other.id])).toMatchObject([{ id: other.id }]);
    expect((await collect(log.exportRecords(null))).map(({ type }) => type)).not.toContain("forgotten");
    expect(await log.append([mine])).toEqual({ added: 1, known: 0 });
  });

  test("what was written while the repository was private stays private under another name and in another place", async () => {
    const hidden = { ...PUBLIC_SCOPE, visibility: "private" as const };
    const mine = makeEpisode({ scope: hidden });
    await log.append([mine]);
    await log.saveRun(hidden, "r", {
      thread: mine.thread,
      scope: hidden,
      started_at: "2026-05-01T00:00:00.000Z",
    });
    const elsewhere = { ...READER, scope: { ...PUBLIC_SCOPE, repository: "101" } };
    await log.renameThreads(PUBLIC_SCOPE, "acme/widgets", "ann/gears");
    expect(await log.chain(PUBLIC_SCOPE, "ann/gears#1")).toMatchObject([{ id: mine.id, scope: hidden }]);
    expect(await log.get(elsewhere, [mine.id])).toEqual([]);
    const to = { scope: { ...PUBLIC_SCOPE, repository: "102" }, thread: "ann/wheels#3" };
    await log.moveThread({ scope: PUBLIC_SCOPE, thread: "ann/gears#1" }, to);
    expect(await log.get(elsewhere, [mine.id])).toEqual([]);
    expect(await log.run(to.scope, "r")).toMatchObject({ scope: { ...hidden, repository: "102" } });
  });

  test("a repository that turns private keeps what is known of it, and nobody else reads it", async () => {
    const mine = makeEpisode({});
    const other = makeEpisode({ scope: { ...PUBLIC_SCOPE, repository: "101" }, thread: "acme/gears#1" });
    await log.append([mine, other]);
    await log.addFact(PUBLIC_SCOPE, { kind: "status", episode: mine.id, status: "resolved" }, by("m"));
    await log.saveRun(PUBLIC_SCOPE, "r", {
      scope: PUBLIC_SCOPE,
      thread: mine.thread,
      episodes: [mine, other],
    });
    const { cursor } = await log.changesSince(0, 100);
    expect(await log.makePrivate(PUBLIC_SCOPE)).toBe(1);
    const hidden = { ...PUBLIC_SCOPE, visibility: "private" as const };
    expect(await log.chain(PUBLIC_SCOPE, mine.thread)).toMatchObject([
      { id: mine.id, scope: hidden, status: "resolved" },
    ]);
    const elsewhere = { ...READER, scope: other.scope };
    expect(await log.get(elsewhere, [mine.id])).toEqual([]);
    expect(await log.facts(elsewhere, [mine.id])).toEqual([]);
    expect(await log.get(elsewhere, [other.id])).toHaveLength(1);
    expect(await log.run(PUBLIC_SCOPE, "r")).toMatchObject({
      scope: hidden,
      episodes: [{ scope: hidden }, { scope: other.scope }],
    });
    expect((await log.changesSince(cursor, 100)).changed.map(({ id }) => id)).toEqual([mine.id]);
    expect(await log.makePrivate(PUBLIC_SCOPE)).toBe(0);
  });

  test("a thread that moves takes the new names of its comments and replies along", async () => {
    const from = { scope: PUBLIC_SCOPE, thread: "acme/widgets#1" };
    const to = { scope: { ...PUBLIC_SCOPE, repository: "101" }, thread: "acme/gears#3" };
    const was = (id: string): string => `https://github.com/acme/widgets/issues/1#issuecomment-${id}`;
    const is = (id: string): string => `https://github.com/acme/gears/issues/3#issuecomment-${id}`;
    const note = makeEpisode({ thread: from.thread });
    note.provenance = { ...note.provenance, comment_id: "11", url: was("11") };
    const cited = makeEpisode({ thread: "acme/widgets#9", seq: 7 });
    await log.append([note, cited]);
    const gold = { by: "m", at: "2026-05-01T00:00:00.000Z", permalink: was("12") };
    await log.addFact(PUBLIC_SCOPE, { kind: "gold", episode: cited.id, gold }, by("m"));
    const rejected = (source: string) =>
      log.addFact(PUBLIC_SCOPE, { kind: "evidence", episode: cited.id, weight: "rejected", source }, by("m"));
    await rejected(was("12"));
    await log.saveRun(PUBLIC_SCOPE, "r", {
      thread: from.thread,
      scope: PUBLIC_SCOPE,
      finished_at: "2026-05-01T00:00:00.000Z",
      trigger: { comment_id: "11" },
      reply: { markdown: "m", comment_id: "12", url: was("12"), node_id: "IC_12" },
      episodes: [note],
    });
    await log.moveThread(from, to, {
      comments: new Map([
        ["11", "21"],
        ["12", "22"],
      ]),
      texts: new Map([
        [was("11"), is("21")],
        [was("12"), is("22")],
        ["IC_12", "IC_22"],
      ]),
    });
    expect(await log.chain(to.scope, to.thread)).toMatchObject([
      { id: note.id, provenance: { comment_id: "21", url: is("21") } },
    ]);
    expect(await log.run(to.scope, "r")).toMatchObject({
      trigger: { comment_id: "21" },
      reply: { comment_id: "22", url: is("22"), node_id: "IC_22" },
      episodes: [{ scope: to.scope, thread: to.thread }],
    });
    const [watched] = await log.dueReplies(Date.parse("2026-06-01T00:00:00.000Z"), 1);
    expect(watched).toMatchObject({ scope: to.scope, node_id: "IC_22" });
    await rejected(is("22"));
    const facts = await log.facts(READER, [cited.id]);
    expect(facts.map(({ fact }) => fact)).toMatchObject([
      { gold: { permalink: is("22") } },
      { weight: "rejected", source: is("22") },
    ]);
    expect(await log.erase(to.scope, { thread: to.thread, comment_id: "21" }, by("m"))).toBe(1);
  });

  describe("replies to look at again", () => {
    const posted = (run: string, at: string, node_id = `IC_kwDOBq1qZs5${run}`) => ({
      run_id: run,
      thread: "acme/widgets#1",
      finished_at: at,
      reply: { markdown: "hello", comment_id: "1", url: "https://x/1", node_id },
    });
    const AT = Date.parse("2026-05-01T00:00:00.000Z");
    const HOUR = 3_600_000;

    test("a posted reply is due an hour later, and from then on when it is told to be", async () => {
      const run = posted("abc", "2026-05-01T00:00:00.000Z");
      await log.saveRun(PUBLIC_SCOPE, "abc", { ...run, finished_at: null });
      await log.saveRun(PUBLIC_SCOPE, "no-reply", { ...run, reply: null });
      expect(await log.dueReplies(AT + 99 * HOUR, 10)).toEqual([]);
      await log.saveRun(PUBLIC_SCOPE, "abc", run);
      expect(await log.dueReplies(AT + HOUR - 1, 10)).toEqual([]);
      const due = {
        scope: PUBLIC_SCOPE,
        run_id: "abc",
        node_id: "IC_kwDOBq1qZs5abc",
        posted_at: AT,
        due_at: AT + HOUR,
      };
      expect(await log.dueReplies(AT + 0.75 * HOUR - 1, 10, 0.25)).toEqual([]);
      expect(await log.dueReplies(AT + 0.75 * HOUR, 10, 0.25)).toEqual([due]);
      expect(await log.dueReplies(AT + HOUR, 10)).toEqual([due]);
      await log.scheduleReplies([{ ...due, due_at: AT + 6 * HOUR }]);
      await log.saveRun(PUBLIC_SCOPE, "abc", run);
      expect(await log.dueReplies(AT + 5 * HOUR, 10)).toEqual([]);
      expect(await log.dueReplies(AT + 6 * HOUR, 10)).toEqual([{ ...due, due_at: AT + 6 * HOUR }]);
      await log.scheduleReplies([{ ...due, due_at: null }]);
      expect(await log.dueReplies(AT + 9999 * HOUR, 10)).toEqual([]);
    });

    test("longest due first, of one repository each, and gone with their thread", async () => {
      const elsewhere = { ...PUBLIC_SCOPE, repository: "101" };
      await log.saveRun(PUBLIC_SCOPE, "b", posted("b", "2026-05-01T02:00:00.000Z"));
      await log.saveRun(elsewhere, "b", posted("b2", "2026-05-01T01:00:00.000Z"));
      const ids = async (limit = 10) =>
        (await log.dueReplies(AT + 99 * HOUR, limit)).map(({ scope, node_id }) => [
          scope.repository,
          node_id,
        ]);
      expect(await ids()).toEqual([
        ["101", "IC_kwDOBq1qZs5b2"],
        ["100", "IC_kwDOBq1qZs5b"],
      ]);
      expect(await ids(1)).toHaveLength(1);
      await log.erase(elsewhere, { thread: "acme/widgets#1" }, by("m"));
      expect(await ids()).toEqual([["100", "IC_kwDOBq1qZs5b"]]);
    });
  });

  describe("changes", () => {
    test("an index catches up page by page: appended, changed, erased, appended again", async () => {
      const [a, b, c] = [0, 1, 2].map((seq) =>
        makeEpisode({ seq, provenance: { ...makeEpisode().provenance, comment_id: String(seq) } }),
      );
      if (a === undefined || b === undefined || c === undefined) throw new Error("three episodes");
      await log.append([a, b, c]);
      const first = await log.changesSince(0, 2);
      expect(first.changed.map(({ id }) => id)).toEqual([a.id, b.id]);
      const second = await log.changesSince(first.cursor, 2);
      expect(second.changed.map(({ id }) => id)).toEqual([c.id]);
      expect(await log.changesSince(second.cursor, 2)).toEqual({
        cursor: second.cursor,
        changed: [],
        erased: [],
      });

      await log.addFact(PUBLIC_SCOPE, { episode: a.id, kind: "status", status: "refuted" }, by("mona"));
      await log.erase(PUBLIC_SCOPE, { thread: b.thread, comment_id: "1" }, by("mona"));
      const third = await log.changesSince(second.cursor, 10);
      expect(third.changed.map(({ id, status }) => [id, status])).toEqual([[a.id, "refuted"]]);
      expect(third.erased).toEqual([b.id]);

      await log.append([b]);
      const fourth = await log.changesSince(third.cursor, 10);
      expect([fourth.changed.map(({ id }) => id), fourth.erased]).toEqual([[b.id], []]);
      const fromStart = await log.changesSince(0, 1_000);
      expect(fromStart.changed.map(({ id }) => id).sort()).toEqual([a.id, b.id, c.id].sort());
      expect(fromStart.cursor).toBe(fourth.cursor);
    });
  });

  describe("erasing", () => {
    const fromComment = (comment_id: string | null, seq: number) =>
      makeEpisode({ seq, provenance: { ...makeEpisode().provenance, comment_id } });

    test("a comment, the body, a thread, a repository, an installation", async () => {
      const elsewhere = { ...PUBLIC_SCOPE, repository: "101" };
      const stranger = { ...PUBLIC_SCOPE, installation: "2" };
      await log.append([
        fromComment(null, 0),
        fromComment("11", 1),
        fromComment("12", 2),
        makeEpisode({ thread: "acme/widgets#2" }),
        makeEpisode({ scope: elsewhere }),
        makeEpisode({ scope: stranger }),
      ]);
      expect(await log.erase(PUBLIC_SCOPE, { thread: "acme/widgets#1", comment_id: "11" }, by("m"))).toBe(1);
      expect(await log.erase(PUBLIC_SCOPE, { thread: "acme/widgets#1", comment_id: null }, by("m"))).toBe(1);
      expect(await log.erase(PUBLIC_SCOPE, { thread: "acme/widgets#1" }, by("m"))).toBe(1);
      expect(await log.erase(PUBLIC_SCOPE, { thread: "acme/widgets#1" }, by("m"))).toBe(0);
      expect(await log.erase(PUBLIC_SCOPE, { repository: true }, by("m"))).toBe(1);
      expect(await log.erase(PUBLIC_SCOPE, { installation: true }, by("m"))).toBe(1);
      expect(await log.list({ scope: stranger, share: "repository" }, {})).toHaveLength(1);
    });

    test("a deleted source can come back, what a person had forgotten cannot, but by import", async () => {
      const [a, b] = [fromComment("11", 1), fromComment("12", 2)];
      await log.append([a, b]);
      await log.erase(PUBLIC_SCOPE, { thread: a.thread, comment_id: "11" }, by("m"));
      await log.erase(PUBLIC_SCOPE, { episode: b.id }, by("m"));
      expect(await log.append([a, b])).toEqual({ added: 1, known: 1 });
      expect((await log.get(READER, [a.id, b.id])).map(({ id }) => id)).toEqual([a.id]);
      expect(await log.importRecords([{ type: "episode", episode: b }])).toMatchObject({ episodes: 1 });
      expect(await log.get(READER, [b.id])).toHaveLength(1);
    });

    test("takes its facts, the runs that showed it and its part in experiences along", async () => {
      const [a, b] = [fromComment("11", 1), fromComment("12", 2)];
      await log.append([a, b]);
      await log.addFact(PUBLIC_SCOPE, { episode: a.id, kind: "correction", summary: "x" }, by("m"));
      await log.saveRun(PUBLIC_SCOPE, "shown", { thread: "acme/widgets#5", recalled: [a] });
      await log.saveRun(PUBLIC_SCOPE, "other", { thread: "acme/widgets#5", recalled: [b] });
      await log.saveExperience(PUBLIC_SCOPE, {
        ...makeExperience(PUBLIC_SCOPE, a.id),
        evidence: [a.id, b.id],
      });
      await log.erase(PUBLIC_SCOPE, { episode: a.id }, by("m"));
      expect(await log.run(PUBLIC_SCOPE, "shown")).toBeNull();
      expect(await log.run(PUBLIC_SCOPE, "other")).not.toBeNull();
      expect((await log.experiences(READER)).map(({ evidence }) => evidence)).toEqual([[b.id]]);
      expect((await collect(log.exportRecords(null))).map(({ type }) => type)).toEqual([
        "episode",
        "experience",
        "forgotten",
      ]);
      await log.erase(PUBLIC_SCOPE, { episode: b.id }, by("m"));
      expect(await log.experiences(READER)).toEqual([]);
    });

    test("an id that is not there is said", async () => {
      await expect(log.erase(PUBLIC_SCOPE, { episode: UNKNOWN_ID }, by("m"))).rejects.toMatchObject({
        code: "not_found",
      });
    });
  });

  describe("archive", () => {
    test("export, import into another log, export: the same records", async () => {
      const episode = makeEpisode();
      await log.append([episode, makeEpisode({ seq: 1 })]);
      const fact = await log.addFact(
        PUBLIC_SCOPE,
        { episode: episode.id, kind: "status", status: "located" },
        by("m"),
      );
      await log.addFact(PUBLIC_SCOPE, { episode: episode.id, kind: "correction", summary: "new" }, by("m"));
      await log.undoFact(PUBLIC_SCOPE, fact, by("h"));
      await log.saveExperience(PUBLIC_SCOPE, makeExperience(PUBLIC_SCOPE, episode.id));
      const records = await collect(log.exportRecords(null));
      expect(records.map(({ type }) => type)).toEqual([
        "episode",
        "episode",
        "fact",
        "fact",
        "fact",
        "experience",
      ]);
      const before = await log.get(READER, [episode.id]);
      await log.erase(PUBLIC_SCOPE, { installation: true }, by("m"));
      expect(await log.importRecords(records)).toEqual({
        episodes: 2,
        facts: 3,
        experiences: 1,
        forgotten: 0,
      });
      expect(await collect(log.exportRecords(null))).toEqual(records);
      expect(await log.get(READER, [episode.id])).toEqual(before);
      expect(await log.importRecords(records)).toEqual({
        episodes: 0,
        facts: 0,
        experiences: 0,
        forgotten: 0,
      });
    });

    test("what is written while an archive is made leaves it whole: each episode once, each fact with its episode", async () => {
      const early = Array.from({ length: 3 }, (_, seq) => makeEpisode({ seq }));
      const late = Array.from({ length: 20 }, (_, seq) => makeEpisode({ seq, thread: "acme/widgets#2" }));
      await log.append(early);
      const noted = (id: string) => ({ episode: id, kind: "correction", summary: "said right" }) as const;
      const records: ArchiveRecord[] = [];
      for await (const record of log.exportRecords(null)) {
        if (records.length === 0) {
          await log.append(late);
          for (const { id } of [...early, ...late]) await log.addFact(PUBLIC_SCOPE, noted(id), by("m"));
        }
        records.push(record);
      }
      const ids = records.flatMap((record) => (record.type === "episode" ? [record.episode.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(early.map(({ id }) => id)));
      const facts = records.flatMap((record) => (record.type === "fact" ? [record.fact.fact.episode] : []));
      expect(facts.filter((id) => !ids.includes(id))).toEqual([]);
    });

    test("what was forgotten where an archive comes from is forgotten here, and stays away", async () => {
      const [kept, forgotten] = [makeEpisode(), makeEpisode({ seq: 1 })];
      await log.append([kept, forgotten]);
      await log.erase(PUBLIC_SCOPE, { episode: forgotten.id }, by("mona", "not ours"));
      const records = await collect(log.exportRecords(null));
      expect(records.at(-1)).toEqual({
        type: "forgotten",
        scope: PUBLIC_SCOPE,
        episode_id: forgotten.id,
        attribution: by("mona", "not ours"),
      });
      const elsewhere = { ...PUBLIC_SCOPE, installation: "other" };
      expect(await collect(log.exportRecords({ scope: elsewhere, share: "repository" }))).toEqual([]);
      await log.erase(PUBLIC_SCOPE, { installation: true }, by("m"));

      // Where it was never heard of, and where it is held.
      for (const held of [[], [forgotten]]) {
        const other = await open(() => NOW);
        try {
          await other.append(held);
          expect(await other.importRecords(records)).toMatchObject({ episodes: 1, forgotten: 1 });
          expect(await other.append([kept, forgotten])).toEqual({ added: 0, known: 2 });
          expect((await other.list(READER, {})).map(({ id }) => id)).toEqual([kept.id]);
          expect(await collect(other.exportRecords(null))).toEqual(records);
          expect((await other.changesSince(0, 10)).erased).toEqual([forgotten.id]);
          expect(await other.importRecords(records)).toMatchObject({ episodes: 0, forgotten: 0 });
        } finally {
          await other.close();
        }
      }
    });

    test("an archive does not forget what another repository holds", async () => {
      const episode = makeEpisode();
      await log.append([episode]);
      const record: ArchiveRecord = {
        type: "forgotten",
        scope: { ...PUBLIC_SCOPE, repository: "elsewhere" },
        episode_id: episode.id,
        attribution: by("m"),
      };
      expect(await log.importRecords([record])).toMatchObject({ forgotten: 0 });
      expect(await log.get(READER, [episode.id])).toHaveLength(1);
    });

    test("records are taken as they come; one that cannot be read undoes those before it", async () => {
      const many = Array.from({ length: 1_200 }, (_, seq) => makeEpisode({ seq }));
      async function* stream(error: Error | null): AsyncGenerator<ArchiveRecord> {
        for (const episode of many) yield await Promise.resolve({ type: "episode", episode });
        if (error !== null) throw error;
      }
      const broken = new MnemeError("bad_input", "line 1,201 is broken");
      await expect(log.importRecords(stream(broken))).rejects.toBe(broken);
      expect((await log.changesSince(0, 10)).cursor).toBe(0);
      expect(await log.importRecords(stream(null))).toMatchObject({ episodes: 1_200 });
    });

    test("an import that breaks in the middle leaves nothing behind", async () => {
      const orphan: ArchiveRecord = {
        type: "fact",
        fact: {
          id: "f-1",
          scope: PUBLIC_SCOPE,
          fact: { episode: UNKNOWN_ID, kind: "correction", summary: "x" },
          attribution: by("m"),
        },
      };
      const records: ArchiveRecord[] = [{ type: "episode", episode: makeEpisode() }, orphan];
      await expect(log.importRecords(records)).rejects.toThrow();
      expect(await collect(log.exportRecords(null))).toEqual([]);
      expect((await log.changesSince(0, 10)).cursor).toBe(0);
    });
  });

  test("writers that come at the same time are all kept, each change with its own number", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, seq) => log.append([makeEpisode({ seq })])));
    const seen = new Set<string>();
    let cursor = 0;
    for (;;) {
      const page = await log.changesSince(cursor, 3);
      if (page.cursor === cursor) break;
      cursor = page.cursor;
      for (const { id } of page.changed) seen.add(id);
    }
    expect(seen.size).toBe(20);
  });
}

function makeExperience(scope: Scope, evidence: string) {
  return {
    id: makeEpisode({ scope, thread: "experience" }).id,
    signature: "11d5891f007cf846",
    error_type: "VERSION_CONFLICT" as const,
    ecosystem: "npm",
    symptom_template: "ERESOLVE could not resolve {package}",
    fix_template: ["npm install {package}@{version}"],
    applicability: { environment: [], entities: [{ slot: "package", kind: "package" as const }] },
    evidence: [evidence],
    alpha: 2,
    beta: 1,
    level: "pattern" as const,
  };
}
