import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addMemoryCommand } from "../../src/cli/commands/memory.js";
import { emptyEnvironment } from "../../src/environment/environment.js";
import type { Episode } from "../../src/memory/episode.js";
import { makeEpisode } from "../support/log-episodes.js";
import { runCommand } from "../support/run-command.js";

let folder: string;
let store: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-memory-"));
  store = join(folder, "mneme.db");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `mneme memory …` on the store of this file; gives what it printed. */
async function memory(...words: string[]): Promise<string> {
  const named = words.includes("--store") ? [] : ["--store", store];
  return (await runCommand(addMemoryCommand, ["memory", ...words, ...named])).printed;
}

async function memoryJson<T>(...words: string[]): Promise<T> {
  return JSON.parse(await memory(...words, "--json")) as T;
}

interface Listed {
  id: string;
  summary: string;
  confidence: number;
  gold?: { by: string };
}

test("the life of a memory: added, listed, searched, corrected, gold, taken back, carried, forgotten, wiped", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const { id } = await memoryJson<{ id: string }>(
    "add",
    `npm ci fails with ERESOLVE ${secret}`,
    "--thread",
    "acme/widgets#3",
    "--command",
    "npm ci --legacy-peer-deps",
    "--by",
    "mona",
  );
  await memory("add", "linker cannot find -lssl", "--thread", "acme/gadgets#1", "--private");
  expect(await memory("list")).toContain("npm ci fails with ERESOLVE [redacted:github-token]");
  expect(
    (await memoryJson<Listed[]>("list", "--repo", "acme/gadgets")).map(({ summary }) => summary),
  ).toEqual(["linker cannot find -lssl"]);
  expect(await memoryJson<Listed[]>("list", "--text", "nothing like it")).toEqual([]);

  const found = await memoryJson<{ recalled: { episode: Listed }[] }>(
    "search",
    "npm",
    "ERESOLVE",
    "--limit",
    "1",
  );
  expect(found.recalled.map(({ episode }) => episode.id)).toEqual([id]);

  const { fact } = await memoryJson<{ fact: string }>(
    "correct",
    id.slice(0, 8),
    "it was npm 7",
    "--why",
    "tried it",
  );
  expect((await memoryJson<Listed[]>("list", "--text", "npm 7")).length).toBe(1);
  expect(await memory("show", id)).toMatch(/tried it/);
  await memory("undo", id, fact.slice(0, 8));
  await memory("gold", id, "--by", "mona");
  const golden = await memoryJson<Listed[]>("list", "--gold");
  expect(golden.map((episode) => [episode.id, episode.gold?.by])).toEqual([[id, "mona"]]);
  expect(golden[0]?.confidence).toBeCloseTo((1.5 + 4) / 6, 6);
  await memory("gold", id, "--undo");
  expect(await memoryJson<Listed[]>("list", "--gold")).toEqual([]);

  const archive = join(folder, "memory.jsonl");
  const counts = await memoryJson<Record<string, unknown>>("export", archive);
  expect(counts).toEqual({ file: archive, episodes: 2, facts: 4, experiences: 0, forgotten: 0 });
  const second = join(folder, "second.db");
  await memory("import", archive, "--store", second);
  expect(await memory("export", "--store", second)).toBe(readFileSync(archive, "utf8"));

  await memory("forget", id, "--dry-run");
  expect(await memoryJson<Listed[]>("list")).toHaveLength(2);
  await memory("forget", id);
  expect(await memoryJson<Listed[]>("list")).toHaveLength(1);
  const later = join(folder, "later.jsonl");
  expect(await memory("export", later)).toContain("1 episodes, 0 facts, 0 experiences, 1 forgotten");
  expect(await memoryJson("import", later, "--store", second)).toMatchObject({ episodes: 0, forgotten: 1 });
  expect(await memoryJson<Listed[]>("list", "--store", second)).toHaveLength(1);
  expect(await memory("export", "--repo", "acme/gadgets")).not.toContain("forgotten");
  await expect(memory("wipe")).rejects.toMatchObject({ code: "bad_input" });
  expect(await memoryJson("wipe", "--dry-run")).toMatchObject({ erased: 1, dry_run: true });
  expect(await memoryJson("wipe", "--yes")).toMatchObject({ erased: 1, dry_run: false });
  expect(await memoryJson("stats")).toEqual({ episodes: 0, repositories: [] });
  expect(await memoryJson("reindex")).toMatchObject({ indexed: 0 });
});

test("to forget several is done whole or not at all; one that is named twice counts once", async () => {
  const add = async (summary: string): Promise<string> =>
    (await memoryJson<{ id: string }>("add", summary, "--thread", "acme/widgets#4")).id;
  const [first, second] = [await add("first"), await add("second")];
  await expect(memory("forget", first, "00000000")).rejects.toMatchObject({ code: "bad_input" });
  expect(await memoryJson<Listed[]>("list", "--thread", "acme/widgets#4")).toHaveLength(2);
  expect(await memoryJson("forget", first, first.slice(0, 8), second)).toMatchObject({
    erased: [first, second],
  });
  expect(await memoryJson<Listed[]>("list", "--thread", "acme/widgets#4")).toEqual([]);
  await expect(memory("add", "first", "--thread", "acme/widgets#4")).rejects.toThrow(/forgotten for good/);
});

test("what was done before is said so, and a wipe names what it is of", async () => {
  const { id } = await memoryJson<{ id: string }>("add", "once", "--thread", "acme/widgets#5");
  expect(await memory("add", "once", "--thread", "acme/widgets#5")).toBe(`known already as ${id}\n`);
  await expect(memory("gold", id, "--undo")).rejects.toThrow(/is not gold/);
  const { fact } = await memoryJson<{ fact: string }>("correct", id, "twice");
  await memory("undo", id, fact);
  await expect(memory("undo", id, fact)).rejects.toThrow(/taken back before/);
  expect(await memory("wipe", "--thread", "acme/widgets#5", "--yes")).toBe(
    "erased 1 episode of acme/widgets#5\n",
  );
});

function shownEpisode(): Episode {
  const known = (value: string) => ({
    value,
    source: { kind: "thread", comment_id: null, author_role: "reporter" } as const,
    confidence: 0.6,
  });
  return makeEpisode({
    symptoms: ["first line", "second line"],
    action: { action: "reported", parameters: {}, command: "make all" },
    outcome: { success: false, exit_code: 2, excerpt: "cc -c a.c\n\nfatal error\n" },
    environment: { ...emptyEnvironment(), os_family: known("linux"), runtimes: { node: known("20.11.0") } },
  });
}

test("an episode is shown with its symptoms, its outcome and its machine line by line", async () => {
  const line = JSON.stringify({ type: "episode", episode: shownEpisode() });
  const archive = join(folder, "shown.jsonl");
  const store = join(folder, "shown.db");
  writeFileSync(archive, `${line}\n`);
  await memory("import", archive, "--store", store);
  expect(await memory("show", shownEpisode().id, "--store", store)).toContain(
    [
      "symptoms     first line",
      "             second line",
      "command      make all",
      "outcome      failed, exit code 2",
      "             cc -c a.c",
      "             fatal error",
      "environment  os_family linux, node 20.11.0",
    ].join("\n"),
  );
});

test("an import with a broken line names file and line and imports nothing", async () => {
  const target = join(folder, "third.db");
  const archive = join(folder, "broken.jsonl");
  await memory("add", "kept", "--thread", "acme/widgets#9", "--store", join(folder, "source.db"));
  const good = await memory("export", "-", "--store", join(folder, "source.db"));
  writeFileSync(archive, `${good}${good.slice(0, 40)}\n`);
  await expect(memory("import", archive, "--store", target)).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringContaining(`${archive}:2`) as unknown as string,
  });
  expect(await memoryJson("stats", "--store", target)).toEqual({ episodes: 0, repositories: [] });
});

test.each([
  ["an id that is none", ["show", "zzzz"]],
  ["an id that is not there", ["show", "12345678"]],
  ["a file that is not there", ["import", "/nowhere/at/all.jsonl"]],
  ["a repository that nobody knows", ["list", "--repo", "no/body"]],
  ["a thread that is none", ["add", "x", "--thread", "12"]],
  ["a number that is none", ["list", "--limit", "many"]],
  ["nothing to search for", ["search", " "]],
  ["nothing to remember", ["add", " ", "--thread", "acme/widgets#1"]],
  ["nothing that is right", ["correct", "12345678", ""]],
  ["a store that is not there", ["export", "--store", "/nowhere/mneme.db"]],
])("wrong use is said: %s", async (_name, words) => {
  await expect(memory(...words)).rejects.toMatchObject({ code: "bad_input" });
});
