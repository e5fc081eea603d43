import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { readThreadCorpus } from "../../../src/evaluation/thread-corpus.js";
import { evaluateThreads, type ThreadParts } from "../../../src/evaluation/threads.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-threads-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(name: string, value: unknown): Promise<void> {
  await writeFile(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
}

function thread(number: number, over: object = {}): object {
  return {
    repo: "acme/kiln",
    number,
    title: `Kiln fails ${String(number)}`,
    body: "Ubuntu 22.04, node 18.2.0",
    created_at: `2026-01-0${String(number)}T00:00:00Z`,
    facts_expected: {
      os: "Ubuntu 22.04",
      os_family: "linux",
      arch: "x86_64",
      versions: { node: "18.2.0" },
      errors: [],
    },
    ...over,
  };
}

function parts(over: Partial<ThreadParts> = {}): ThreadParts {
  return {
    buildChain: (of) =>
      buildChain(of, { scope: { installation: "0", repository: of.repo, visibility: "public" } }),
    questionsFor: () => Promise.resolve([]),
    remember: () => Promise.resolve(),
    recall: () => Promise.resolve([]),
    ...over,
  };
}

describe("evaluateThreads", () => {
  test("counts what is found and what is right", async () => {
    await write("1.json", thread(1));
    await write("2.json", thread(2, { body: "Windows 11", facts_expected: { os: null } }));
    const { figures } = await evaluateThreads(await readThreadCorpus(folder), parts());
    // Of the first: os, family and node of four; of the second: two stated where nothing was expected.
    expect(figures).toMatchObject({ n: 2, labelled: 2, fact_recall: 0.75, fact_precision: 0.6 });
  });

  test("counts a question that the thread answers, and no other", async () => {
    await write("1.json", thread(1));
    const asked = [
      { text: "Which operating system is it?", about: ["os"] },
      { text: "Is there a proxy?", about: ["proxy"] },
    ];
    const { figures } = await evaluateThreads(
      await readThreadCorpus(folder),
      parts({ questionsFor: () => Promise.resolve(asked) }),
    );
    expect(figures.repeated_questions).toBe(1);
  });

  test("asks in order of time, of a memory that holds earlier threads only", async () => {
    await write("b.json", thread(1));
    await write("a.json", thread(2));
    await write("related.json", [
      {
        members: [
          { thread: "a", created_at: "2026-01-02" },
          { thread: "b", created_at: "2026-01-01" },
        ],
      },
    ]);
    const memory: string[] = [];
    const { figures, results } = await evaluateThreads(
      await readThreadCorpus(folder),
      parts({
        remember: (chain) => Promise.resolve(void memory.push(chain.thread)),
        recall: () => Promise.resolve([...memory]),
      }),
    );
    expect(figures).toMatchObject({ related: 1, related_at_3: 1 });
    expect(results.map(({ id, related_hit }) => [id, related_hit])).toEqual([
      ["b", null],
      ["a", true],
    ]);
  });

  test.each([
    ["no folder", async () => await readThreadCorpus(join(folder, "missing")), /cannot be listed/],
    ["an empty folder", async () => await readThreadCorpus(folder), /holds no recorded thread/],
    [
      "broken labels",
      async () => {
        await write("1.json", thread(1, { facts_expected: { os: 7 } }));
        return await readThreadCorpus(folder);
      },
      /1\.json is wrong at facts_expected/,
    ],
    [
      "broken groups",
      async () => {
        await write("1.json", thread(1));
        await write("related.json", "{");
        return await readThreadCorpus(folder);
      },
      /related\.json is not valid JSON/,
    ],
  ])("refuses %s in one line", async (_, read, message) => {
    const refusal = read();
    await expect(refusal).rejects.toMatchObject({ code: "bad_input" });
    await expect(refusal).rejects.toThrow(message);
  });
});
