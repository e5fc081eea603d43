import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { JobQueue } from "../../src/jobs/queue.js";
import { ensureBuilt, until } from "../support/server-process.js";

const PROGRAM = fileURLToPath(new URL("../support/job-process.mjs", import.meta.url));

interface Word {
  pid: number;
  what: "ready" | "begins" | "ends";
  key: string;
  queue: string;
  is_suspect?: boolean;
}

export interface JobStore {
  /** Settings that name the store to another process. */
  env: Record<string, string>;
  open: () => Promise<JobQueue>;
  dispose: () => void;
}

/** What several processes on one store do together. Run on each adapter. */
export function describeJobProcesses(name: string, create: () => Promise<JobStore>): void {
  describe(`job queue over processes: ${name}`, () => {
    jest.setTimeout(60_000);
    let store: JobStore;
    let queue: JobQueue;
    let folder: string;
    let children: ChildProcess[];

    beforeAll(ensureBuilt, 180_000);

    beforeEach(async () => {
      store = await create();
      queue = await store.open();
      folder = mkdtempSync(join(tmpdir(), "mneme-words-"));
      children = [];
    });

    afterEach(async () => {
      for (const child of children) child.kill("SIGKILL");
      await queue.close();
      store.dispose();
      rmSync(folder, { recursive: true });
    });

    /** In the order of time: each is one append to one file. */
    function words(): Word[] {
      const file = join(folder, "words");
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, "utf8").trim().split("\n");
      return lines.map((line) => JSON.parse(line) as Word);
    }

    async function startProcess(): Promise<ChildProcess> {
      const env = {
        PATH: process.env["PATH"] ?? "",
        WORDS_FILE: join(folder, "words"),
        ...store.env,
      };
      const child = fork(PROGRAM, [], { env, execArgv: [] });
      children.push(child);
      await until(() => words().some(({ pid, what }) => pid === child.pid && what === "ready"));
      return child;
    }

    const keysOf = (what: Word["what"]): string[] =>
      words()
        .filter((word) => word.what === what)
        .map(({ key }) => key);

    test("each job is worked once, a queue is serial and in order, and all take part", async () => {
      await Promise.all([startProcess(), startProcess(), startProcess()]);
      const keys = Array.from({ length: 60 }, (_, n) => String(n));
      for (const key of keys)
        await queue.enqueue({ kind: "x", queue: `q${Number(key) % 6}`, key, payload: { ms: 60 } });
      await queue.idle();
      await until(() => keysOf("ends").length === keys.length);
      expect([...keysOf("ends")].sort()).toEqual([...keys].sort());
      for (let n = 0; n < 6; n++) {
        const turns = words()
          .filter(({ queue: of }) => of === `q${n}`)
          .map(({ what, key }) => `${what} ${key}`);
        const own = keys.filter((key) => Number(key) % 6 === n);
        expect(turns).toEqual(own.flatMap((key) => [`begins ${key}`, `ends ${key}`]));
      }
      expect(
        new Set(
          words()
            .filter(({ what }) => what === "begins")
            .map(({ pid }) => pid),
        ).size,
      ).toBeGreaterThan(1);
    });

    test("what a killed process held is worked by another, and its queue goes on", async () => {
      const child = await startProcess();
      await queue.enqueue({ kind: "x", queue: "q", key: "held", payload: { ms: 60_000 } });
      await queue.enqueue({ kind: "x", queue: "q", key: "behind", payload: { ms: 0 } });
      await until(() => keysOf("begins").includes("held"));
      child.kill("SIGKILL");
      await startProcess();
      await until(() => keysOf("begins").filter((key) => key === "held").length === 2);
      expect(keysOf("begins")).toEqual(["held", "held"]);
      expect(await queue.list({ states: ["running"] })).toMatchObject([
        { key: "held", attempt: 1, cut_offs: 1, is_suspect: false },
      ]);
    });

    test("a job that ends the process that works on it is told to be a suspect, then set aside, and holds up no other", async () => {
      await queue.enqueue({ kind: "x", queue: "q", key: "poison", payload: { dies: true } });
      for (let n = 0; n < 7; n++) {
        const child = await startProcess();
        await until(() => child.signalCode === "SIGKILL");
      }
      await queue.enqueue({ kind: "x", queue: "q", key: "good", payload: { ms: 0 } });
      await startProcess();
      await queue.idle();
      expect(await queue.list({ states: ["failed"] })).toMatchObject([
        {
          key: "poison",
          attempt: 0,
          cut_offs: 7,
          last_error: "the process ended 7 times while it worked on this",
        },
      ]);
      const suspected = words().filter(({ what, key }) => what === "begins" && key === "poison");
      expect(suspected.map(({ is_suspect: isSuspect }) => isSuspect)).toEqual([
        ...Array<boolean>(6).fill(false),
        true,
      ]);
      expect(keysOf("ends")).toEqual(["good"]);
    });
  });
}
