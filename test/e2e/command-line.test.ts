import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ensureBuilt } from "../support/server-process.js";

const CLI = fileURLToPath(new URL("../../dist/cli/mneme.js", import.meta.url));
const COMMANDS = fileURLToPath(new URL("../../src/cli/commands", import.meta.url));

let folder = "";

beforeAll(ensureBuilt, 180_000);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-cli-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function mneme(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  return stdout;
}

test("help names every command that has a file", async () => {
  const help = await mneme(["--help"]);
  const names = readdirSync(COMMANDS)
    .filter((file) => /^[a-z]+\.ts$/.test(file))
    .map((file) => file.replace(".ts", ""));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(help).toMatch(new RegExp(`^  ${name}\\b`, "m"));
});

test("a command loads no other command, and no client of what it does not use", async () => {
  const coverage = join(folder, "coverage");
  await mneme(["backfill", "--help"], { NODE_V8_COVERAGE: coverage });
  const urls = readdirSync(coverage)
    .map((file) => JSON.parse(readFileSync(join(coverage, file), "utf8")) as { result: { url: string }[] })
    .flatMap(({ result }) => result.map(({ url }) => url));
  const commands = urls.flatMap((url) => /\/cli\/commands\/(\w+)\.js$/.exec(url)?.[1] ?? []);
  expect(commands).toEqual(["backfill"]);
  const clients = urls.filter((url) =>
    /node_modules\/(?:dockerode|openai|pg|graphile-worker|@qdrant)\//.test(url),
  );
  expect(clients).toEqual([]);
});

test("an unknown command is wrong use, and the one that was meant is named", async () => {
  await expect(mneme(["bakfill"])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean backfill?") as unknown,
  });
});
