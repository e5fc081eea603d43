import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { headerThread, SCOPE, solvedThread } from "../support/learning.js";
import { transpileSources } from "../support/transpile.js";

const SOURCES = join(process.cwd(), "node_modules", ".cache", "mneme-page-reader");

/** What pages of one thread each give in a reader that may take so much memory. */
async function readPages(limitMb: number): Promise<number[]> {
  const threads = [headerThread(1), solvedThread(2)];
  const script = `
    const { PageReaderThread } = await import(${JSON.stringify(join(SOURCES, "workers/page-reader-thread.js"))});
    const reader = PageReaderThread.start({ maxOldGenerationSizeMb: ${String(limitMb)} });
    const asked = ${JSON.stringify(threads)}.map((thread) => reader.read([thread], ${JSON.stringify(SCOPE)}));
    const pages = await Promise.all(asked);
    console.log(JSON.stringify(pages.flatMap(({ read }) => read.map(({ thread }) => thread.number))));
    await reader.stop();`;
  const program = join(SOURCES, "ask-for-pages.mjs");
  writeFileSync(program, script);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout) as number[];
}

test("pages are read in order; those that need more memory than most are read again without a limit", async () => {
  await transpileSources(SOURCES);
  expect(await readPages(96)).toEqual([1, 2]);
  // Not enough to load the program itself.
  expect(await readPages(4)).toEqual([1, 2]);
});
