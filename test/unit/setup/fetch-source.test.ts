import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fetchSource } from "../../../src/setup/fetch-source.js";
import { ProjectFiles } from "../../../src/setup/project-files.js";

const folder = mkdtempSync(join(tmpdir(), "mneme-fetch-"));
const MEGABYTE = 1024 * 1024;

beforeAll(() => {
  const git = (...argv: string[]) => execFileSync("git", ["-C", folder, ...argv], { stdio: "ignore" });
  git("init", "--quiet");
  writeFileSync(join(folder, "Makefile"), "all:\n\ttrue\n");
  writeFileSync(join(folder, "large.bin"), randomBytes(3 * MEGABYTE));
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "all");
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("a repository is cloned, and its copy goes with the run", async () => {
  const fetched = await fetchSource(`file://${folder}`, 100 * MEGABYTE);
  const files = await ProjectFiles.open(fetched.folder, fetched.origin, 100 * MEGABYTE);
  expect(files.paths).toEqual(["Makefile", "large.bin"]);
  await fetched[Symbol.asyncDispose]();
  await expect(ProjectFiles.open(fetched.folder, "gone", 1)).rejects.toMatchObject({ code: "bad_input" });
});

test("a clone that is larger than the disk is given up", async () => {
  await expect(fetchSource(`file://${folder}`, 2 * MEGABYTE)).rejects.toMatchObject({
    code: "limit_reached",
    message: expect.stringContaining("larger than the sandbox's disk of 2 MB") as unknown as string,
  });
});

test.each([
  ["no folder", "/nowhere/at/all", "there is no such folder"],
  ["a file", join(folder, "Makefile"), "is a file"],
  ["no repository", `file://${tmpdir()}/no-repository-here`, "could not be cloned"],
])("bad input: %s", async (_, source, says) => {
  await expect(fetchSource(source, MEGABYTE)).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringContaining(says) as unknown as string,
  });
});
