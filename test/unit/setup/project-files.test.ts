import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { extract } from "tar-stream";
import { projectWith } from "../../support/project.js";

test("sources have a date that every archive format knows, and equal ones have equal hashes", async () => {
  const files = { "src/a.py": "", "a/b/c/d/e/f/deep.txt": "x" };
  const project = await projectWith(files);
  const entries = extract();
  Readable.from([await project.tar()]).pipe(entries);
  const years: number[] = [];
  for await (const entry of entries) {
    years.push(entry.header.mtime.getUTCFullYear());
    entry.resume();
  }
  expect(years).toHaveLength(2);
  expect(Math.min(...years)).toBeGreaterThanOrEqual(1980);
  expect((await project.sources()).sha256).toBe((await (await projectWith(files)).sources()).sha256);
  expect(project.text("a/b/c/d/e/f/deep.txt")).toBe("x");
});
