import { describe, expect, test } from "@jest/globals";
import type {
  IndexEntry,
  IndexFilter,
  IndexQuery,
  RecallIndex,
} from "../../src/memory/index/recall-index.js";
import type { ReadScope, Scope } from "../../src/memory/scope.js";
import { mayRead } from "../../src/memory/scope.js";

export const DIMENSIONS = 4;

/** UUIDs that name their place, so that a failure is readable. */
export function idOf(number: number): string {
  return `00000000-0000-5000-8000-${String(number).padStart(12, "0")}`;
}

export function publicScope(repository = "1", installation = "1"): Scope {
  return { installation, repository, visibility: "public" };
}

export function privateScope(repository: string, installation = "1"): Scope {
  return { installation, repository, visibility: "private" };
}

export function readerOf(scope: Scope, share: ReadScope["share"] = "repository"): ReadScope {
  return { scope, share };
}

export function entry(number: number, changes: Partial<IndexEntry> = {}): IndexEntry {
  return {
    id: idOf(number),
    scope: publicScope(),
    thread: `acme/widgets#${number}`,
    kind: "report",
    status: "open",
    source: "reporter",
    title: "valve stuck",
    text: "the pressure valve is stuck",
    fingerprints: [],
    error_types: [],
    ecosystems: [],
    entities: [],
    os_family: null,
    confidence: 0.5,
    gold: false,
    created_at: Date.UTC(2024, 0, 1) + number,
    vector: null,
    ...changes,
  };
}

export function query(changes: Partial<IndexQuery> = {}): IndexQuery {
  return {
    reader: readerOf(publicScope()),
    filter: {},
    title: "valve stuck",
    text: "",
    fingerprints: [],
    entities: [],
    vector: null,
    limit: 50,
    ...changes,
  };
}

/**
 * What every recall index must do. `open` gives an empty index for vectors of DIMENSIONS, in which
 * what was written can be searched at once. `statistics` are "shared" where how rare a word is may be counted over
 * what a reader cannot see, as Qdrant did before 1.19: scores may then change, but never their order.
 */
export function describeRecallIndex(
  name: string,
  open: () => Promise<RecallIndex>,
  statistics: "scoped" | "shared" = "scoped",
): void {
  async function filled(...entries: IndexEntry[]): Promise<RecallIndex> {
    const index = await open();
    await index.upsert(entries);
    return index;
  }

  async function found(index: RecallIndex, changes: Partial<IndexQuery> = {}): Promise<string[]> {
    return (await index.search(query(changes))).map(({ id }) => id);
  }

  describe(`${name}: writing`, () => {
    test("an empty index finds and counts nothing", async () => {
      const index = await open();
      expect(await found(index)).toEqual([]);
      expect(await index.count(readerOf(publicScope()), {})).toBe(0);
      await index.close();
    });

    test("an upsert replaces the whole entry", async () => {
      const index = await filled(entry(1, { fingerprints: ["f1"], vector: Float32Array.of(1, 0, 0, 0) }));
      await index.upsert([
        entry(1, { title: "gasket torn", text: "the gasket is torn", status: "resolved" }),
      ]);
      expect(await found(index)).toEqual([]);
      expect(await found(index, { title: "gasket" })).toEqual([idOf(1)]);
      expect(await found(index, { title: "", fingerprints: ["f1"] })).toEqual([]);
      expect(await found(index, { title: "", vector: Float32Array.of(1, 0, 0, 0) })).toEqual([]);
      expect(await index.count(readerOf(publicScope()), {})).toBe(1);
      expect(await index.count(readerOf(publicScope()), { statuses: ["open"] })).toBe(0);
      await index.close();
    });

    test("the same entry twice, apart or in one batch, stands once", async () => {
      const index = await filled(entry(1), entry(1, { title: "valve broken" }));
      await index.upsert([entry(1, { title: "valve broken" })]);
      expect(await found(index, { title: "broken" })).toEqual([idOf(1)]);
      expect(await index.count(readerOf(publicScope()), {})).toBe(1);
      await index.close();
    });

    test("removed entries are gone, unknown ids are no error", async () => {
      const index = await filled(entry(1, { fingerprints: ["f"] }), entry(2));
      await index.remove([idOf(1), idOf(99)]);
      expect(await found(index)).toEqual([idOf(2)]);
      expect(await found(index, { title: "", fingerprints: ["f"] })).toEqual([]);
      await index.upsert([entry(1)]);
      expect((await found(index)).sort()).toEqual([idOf(1), idOf(2)]);
      await index.close();
    });

    test("an entry that moves to another scope is no longer in the old one", async () => {
      const index = await filled(entry(1, { scope: publicScope("1") }));
      await index.upsert([entry(1, { scope: privateScope("7") })]);
      expect(await found(index)).toEqual([]);
      expect(await found(index, { reader: readerOf(privateScope("7")) })).toEqual([idOf(1)]);
      await index.close();
    });

    test("the cursor starts at 0 and is kept", async () => {
      const index = await open();
      expect(await index.cursor()).toBe(0);
      await index.setCursor(4711);
      expect(await index.cursor()).toBe(4711);
      await index.close();
    });
  });

  describe(`${name}: ranking`, () => {
    test("the title counts more than the text, the rare word more than the common one", async () => {
      const index = await filled(
        entry(1, { title: "pump noise", text: "somewhere a sprocket is mentioned among many other things" }),
        entry(2, { title: "sprocket slips", text: "it slips under load" }),
        entry(3, { title: "pump leaks", text: "the pump leaks oil" }),
        entry(4, { title: "pump stops", text: "the pump stops at night" }),
      );
      expect((await found(index, { title: "sprocket" })).slice(0, 2)).toEqual([idOf(2), idOf(1)]);
      expect((await found(index, { title: "pump sprocket" }))[0]).not.toBe(idOf(3));
      await index.close();
    });

    test("ranks start at 1, scores are in [0, 1] and fall", async () => {
      const index = await filled(
        entry(1, { title: "valve stuck", text: "valve stuck open" }),
        entry(2, { title: "valve", text: "a valve, and much else that was not asked for" }),
        entry(3, { title: "gasket", text: "unrelated" }),
      );
      const hits = await index.search(query({ title: "valve stuck" }));
      const lexical = hits.map((hit) => hit.lexical).filter((hit) => hit !== null);
      expect(lexical.map(({ rank }) => rank).sort()).toEqual([1, 2]);
      for (const { score } of lexical) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      const scoreOf = (rank: number) => lexical.find((hit) => hit.rank === rank)?.score ?? 0;
      expect(scoreOf(1)).toBeGreaterThan(scoreOf(2));
      await index.close();
    });

    test.each([
      ["inflections", "crashing", "the server crashed"],
      ["a part of an identifier", "client", "HttpClient is null"],
      ["the parts of a snake_case name", "read timeout", "read_timeout_ms is ignored"],
      ["a path's file", "config.yaml", "see /etc/app/config.yaml"],
      ["an error code", "E0433", "error[E0433]: failed to resolve"],
      ["a version as one word", "10.2.3", "since 10.2.3"],
      ["other scripts", "ошибка", "Ошибка при запуске"],
      ["an upper-case name", "econnrefused", "Error: connect ECONNREFUSED"],
    ])("finds by %s", async (_what, asked, written) => {
      const index = await filled(
        entry(1, { title: "note", text: written }),
        entry(2, { title: "other", text: "nothing of the kind" }),
      );
      expect(await found(index, { title: "", text: asked })).toEqual([idOf(1)]);
      await index.close();
    });

    test.each([
      "",
      " ",
      "node-gyp",
      "C++",
      "it's",
      'say "x',
      "a AND b OR NOT c",
      "*",
      "title:x",
      "🦀",
      "\u0000",
      "((",
    ])("any text is a fair query: %j", async (text) => {
      const index = await filled(entry(1));
      await expect(found(index, { title: text, text })).resolves.toBeInstanceOf(Array);
      await index.close();
    });

    test("an equal fingerprint is found without a word in common", async () => {
      const index = await filled(
        entry(1, { fingerprints: ["aa", "bb"] }),
        entry(2, { fingerprints: ["cc"] }),
      );
      const hits = await index.search(query({ title: "", fingerprints: ["bb"] }));
      expect(hits).toMatchObject([{ id: idOf(1), fingerprint: true, lexical: null, dense: null }]);
      expect(hits).toHaveLength(1);
      expect(hits[0]?.created_at).toBe(entry(1).created_at);
      await index.close();
    });

    test("shared entities bring an entry up", async () => {
      const index = await filled(
        entry(1, { entities: ["package:requests"] }),
        entry(2, { entities: ["package:flask"] }),
      );
      expect((await found(index, { entities: ["package:flask"] }))[0]).toBe(idOf(2));
      await index.close();
    });

    test("the nearest vector comes first, entries without one are left out of that list", async () => {
      const index = await filled(
        entry(1, { vector: Float32Array.of(1, 0, 0, 0) }),
        entry(2, { vector: Float32Array.of(0.8, 0.6, 0, 0) }),
        entry(3),
      );
      const hits = await index.search(query({ title: "", vector: Float32Array.of(0, 1, 0, 0) }));
      const dense = hits.flatMap(({ id, dense: hit }) => (hit === null ? [] : [{ id, ...hit }]));
      expect(dense.find(({ rank }) => rank === 1)?.id).toBe(idOf(2));
      expect(dense.find(({ rank }) => rank === 1)?.score).toBeCloseTo(0.6, 3);
      expect(dense.map(({ id }) => id)).not.toContain(idOf(3));
      await index.close();
    });

    test("at most `limit` candidates per list", async () => {
      const index = await filled(...Array.from({ length: 30 }, (_, number) => entry(number)));
      expect(await found(index, { limit: 7 })).toHaveLength(7);
      await index.close();
    });

    test("what stands in an unreadable scope changes no score", async () => {
      const readable = [
        entry(1, { title: "valve stuck" }),
        entry(2, { title: "valve open", text: "stuck at noon" }),
      ];
      const alone = await filled(...readable);
      const beside = await filled(
        ...readable,
        ...Array.from({ length: 40 }, (_, number) => entry(100 + number, { scope: privateScope("9") })),
      );
      const [before, after] = [await alone.search(query()), await beside.search(query())];
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      if (statistics === "scoped") expect(after).toEqual(before);
      await alone.close();
      await beside.close();
    });
  });

  describe(`${name}: filters`, () => {
    const one = entry(1, {
      thread: "acme/widgets#1",
      kind: "report",
      status: "open",
      source: "reporter",
      error_types: ["NETWORK", "TIMEOUT"],
      ecosystems: ["pip"],
      os_family: "linux",
      confidence: 0.4,
      gold: false,
      created_at: 1000,
      fingerprints: ["same"],
      vector: Float32Array.of(1, 0, 0, 0),
    });
    const two = entry(2, {
      thread: "acme/widgets#2",
      kind: "resolution",
      status: "resolved",
      source: "maintainer",
      error_types: ["CRASH"],
      ecosystems: ["npm", "apt"],
      os_family: null,
      confidence: 0.9,
      gold: true,
      created_at: 2000,
      fingerprints: ["same"],
      vector: Float32Array.of(0, 1, 0, 0),
    });
    const cases: [string, IndexFilter, number[]][] = [
      ["no filter", {}, [1, 2]],
      ["not_thread", { not_thread: "acme/widgets#1" }, [2]],
      ["kinds", { kinds: ["resolution", "note"] }, [2]],
      ["an empty list", { kinds: [] }, []],
      ["statuses", { statuses: ["open"] }, [1]],
      ["not_statuses", { not_statuses: ["resolved", "refuted"] }, [1]],
      ["an empty not_statuses", { not_statuses: [] }, [1, 2]],
      ["sources", { sources: ["maintainer"] }, [2]],
      ["error_types, one of several", { error_types: ["TIMEOUT"] }, [1]],
      ["error_types, any", { error_types: ["CRASH", "NETWORK"] }, [1, 2]],
      ["ecosystems", { ecosystems: ["apt"] }, [2]],
      ["os_families", { os_families: ["linux", "macos"] }, [1]],
      ["gold", { gold: true }, [2]],
      ["not gold", { gold: false }, [1]],
      ["min_confidence", { min_confidence: 0.9 }, [2]],
      ["min_confidence above all", { min_confidence: 0.91 }, []],
      ["created_before", { created_before: 2000 }, [1]],
      ["created_after", { created_after: 1000 }, [2]],
      ["both times", { created_after: 1000, created_before: 2000 }, []],
      ["several together", { kinds: ["report", "resolution"], gold: true, ecosystems: ["npm"] }, [2]],
      ["several that exclude each other", { kinds: ["report"], gold: true }, []],
    ];

    test.each(cases)("%s", async (_name, filter, expected) => {
      const index = await filled(one, two);
      const ids = expected.map(idOf);
      expect((await found(index, { filter })).sort()).toEqual(ids);
      expect((await found(index, { filter, title: "", fingerprints: ["same"] })).sort()).toEqual(ids);
      expect((await found(index, { filter, title: "", vector: Float32Array.of(1, 1, 0, 0) })).sort()).toEqual(
        ids,
      );
      expect(await index.count(readerOf(publicScope()), filter)).toBe(expected.length);
      await index.close();
    });

    test("a filter is applied before the cut, not after it", async () => {
      const better = Array.from({ length: 60 }, (_, number) => entry(number, { kind: "report" }));
      const wanted = entry(99, {
        kind: "resolution",
        title: "note",
        text: "a valve among many other words and things",
      });
      const index = await filled(...better, wanted);
      expect(await found(index, { filter: { kinds: ["resolution"] }, limit: 3 })).toEqual([idOf(99)]);
      await index.close();
    });
  });

  describe(`${name}: isolation`, () => {
    const scopes: Scope[] = [
      publicScope("1", "1"),
      publicScope("2", "1"),
      privateScope("1", "1"),
      privateScope("3", "1"),
      privateScope("4", "1"),
      publicScope("5", "2"),
      privateScope("3", "2"),
    ];
    const readers = scopes.flatMap((scope) => [readerOf(scope), readerOf(scope, "organization")]);

    test("a reader gets exactly what it may read, in every list and in counts", async () => {
      const vector = Float32Array.of(1, 0, 0, 0);
      const entries = scopes.map((scope, number) => entry(number, { scope, fingerprints: ["f"], vector }));
      const index = await filled(...entries);
      for (const reader of readers) {
        const allowed = entries.filter(({ scope }) => mayRead(reader, scope)).map(({ id }) => id);
        expect((await found(index, { reader })).sort()).toEqual(allowed);
        expect((await found(index, { reader, title: "", fingerprints: ["f"] })).sort()).toEqual(allowed);
        expect((await found(index, { reader, title: "", vector })).sort()).toEqual(allowed);
        expect(await index.count(reader, {})).toBe(allowed.length);
      }
      await index.close();
    });
  });
}
