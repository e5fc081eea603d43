import { beforeEach, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { ConfigReader, type ReadPolicy } from "../../../src/github/config-reader.js";
import type { FileRead } from "../../../src/github/forge.js";

const PATH = ".github/mneme.yml";
const LIMITS = { steps: 8, wall_ms: 60_000, tokens: 1000, usd: 0.5 };

let files: Map<string, string>;
let asked: { file: string; etag: string | null }[];
let failure: MnemeError | null;
let now: number;
let reader: ConfigReader;

beforeEach(() => {
  files = new Map();
  asked = [];
  failure = null;
  now = 0;
  reader = new ConfigReader({
    files: { readFile: ({ repo }, path, { etag }) => answer(`${repo}:${path}`, etag) },
    defaults: {
      mode: "mention",
      share: "repository",
      controlFraction: 0,
      budget: { run: LIMITS, thread: LIMITS, day: LIMITS },
    },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => now,
  });
});

/** A file's tag is its text. */
function answer(file: string, etag: string | null): Promise<FileRead> {
  asked.push({ file, etag });
  if (failure !== null) return Promise.reject(failure);
  const text = files.get(file);
  if (text === undefined) return Promise.resolve({ state: "absent" });
  if (text === etag) return Promise.resolve({ state: "unchanged" });
  return Promise.resolve({ state: "read", text, etag: text });
}

const read = (): Promise<ReadPolicy> => reader.policyOf({ installation: "7", repo: "octo/site" });

test("without a file the server's defaults hold", async () => {
  const { policy, faulty } = await read();
  expect(policy).toMatchObject({
    enabled: true,
    mode: "mention",
    share: "repository",
    roles: { ask: "triage", teach: "write", reporters: true },
    labels: { ask: null, off: "mneme-off" },
    runForEverybody: false,
    budget: { day: LIMITS },
  });
  expect(faulty).toEqual([]);
});

test("the repository's own file wins over what it extends, that over the organisation's; budgets end at the server's", async () => {
  files.set(
    `octo/.github:${PATH}`,
    "mode: auto\nshare: organization\nlabels: { ask: help, off: quiet }\nbudget: { run: { steps: 2, usd: 100 } }\n",
  );
  files.set("octo/settings:shared/mneme.yml", "mode: shadow\nroles: { ask: write }\n");
  files.set(
    `octo/site:${PATH}`,
    "_extends: settings:shared/mneme.yml\nlabels: { ask: null }\nbudget: { run: { steps: 4 } }\n",
  );
  const { policy, faulty } = await read();
  expect(policy).toMatchObject({
    mode: "shadow",
    share: "organization",
    roles: { ask: "write" },
    labels: { ask: null, off: "quiet" },
    budget: { run: { ...LIMITS, steps: 4 } },
  });
  expect(faulty).toEqual([]);
});

test("files that extend each other in a circle, or the organisation's by name, are read once each", async () => {
  files.set(`octo/site:${PATH}`, "_extends: a\n");
  files.set(`octo/a:${PATH}`, "_extends: .github\nmode: auto\n");
  files.set(`octo/.github:${PATH}`, "_extends: a\nenabled: false\n");
  const { policy, faulty } = await read();
  expect(policy).toMatchObject({ mode: "auto", enabled: false });
  expect(faulty).toMatchObject([
    {
      repo: "octo/.github",
      mistakes: [{ line: 1, key: "_extends", problem: expect.stringContaining("builds on this file") }],
    },
  ]);
  expect(asked.map(({ file }) => file)).toEqual(
    ["octo/site", "octo/a", "octo/.github"].map((repo) => `${repo}:${PATH}`),
  );
});

test("a file that two others build on is no circle; a long row of files ends, and says so", async () => {
  files.set(`octo/site:${PATH}`, "_extends: a\n");
  files.set(`octo/a:${PATH}`, "mode: auto\n");
  files.set(`octo/.github:${PATH}`, "_extends: a\n");
  expect((await read()).faulty).toEqual([]);
  now = 61_000;
  files.delete(`octo/.github:${PATH}`);
  for (const [from, to] of ["ab", "bc", "cd", "de"]) files.set(`octo/${from}:${PATH}`, `_extends: ${to}\n`);
  expect((await read()).faulty).toMatchObject([
    {
      repo: "octo/c",
      mistakes: [{ key: "_extends", problem: expect.stringContaining("more than 4 files") }],
    },
  ]);
});

test("one that builds on itself is told", async () => {
  files.set(`octo/site:${PATH}`, "mode: auto\n_extends: site\n");
  const { policy, faulty } = await read();
  expect(policy.mode).toBe("auto");
  expect(faulty).toMatchObject([{ repo: "octo/site", mistakes: [{ line: 2, key: "_extends" }] }]);
});

test("a file that is not there is the mistake of the one that extends it", async () => {
  files.set(`octo/site:${PATH}`, "mode: auto\n_extends: gone\n");
  const { policy, faulty } = await read();
  expect(policy.mode).toBe("auto");
  expect(faulty).toMatchObject([
    {
      repo: "octo/site",
      path: PATH,
      mistakes: [{ line: 2, key: "_extends", problem: expect.stringContaining("octo/gone") }],
    },
  ]);
});

test("a file is asked for again after a minute, and not sent again where it is the same", async () => {
  files.set(`octo/site:${PATH}`, "mode: auto\n");
  await read();
  now = 59_000;
  await read();
  expect(asked).toHaveLength(2);
  now = 61_000;
  expect((await read()).policy.mode).toBe("auto");
  expect(asked[2]).toEqual({ file: `octo/site:${PATH}`, etag: "mode: auto\n" });
  files.set(`octo/site:${PATH}`, "mode: label\n");
  now = 130_000;
  expect((await read()).policy).toMatchObject({ mode: "label", labels: { ask: "mneme" } });
});

test("where the app may read no files the defaults hold; an outage is thrown, so that nothing is decided by a guess", async () => {
  failure = new MnemeError("not_permitted", "no");
  expect((await read()).policy.mode).toBe("mention");
  now = 61_000;
  failure = new MnemeError("unavailable", "down", { retryable: true });
  await expect(read()).rejects.toThrow("down");
});
