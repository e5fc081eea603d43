import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readSettings } from "../../src/config/settings.js";
import { examine } from "../../src/doctor.js";
import { QdrantStandIn } from "../support/qdrant-stand-in.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-doctor-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What doctor says of the memory; nothing else is reached for. */
async function memoryWith(changes: NodeJS.ProcessEnv) {
  const settings = readSettings({
    MNEME_DATA: folder,
    MNEME_SANDBOX: "none",
    GITHUB_API_URL: "http://127.0.0.1:1",
    ...changes,
  });
  return (await examine(settings)).find(({ name }) => name === "memory");
}

test("an index in a file is current", async () => {
  expect(await memoryWith({})).toMatchObject({
    state: "ok",
    says: expect.stringMatching(/in a file is current/),
  });
});

test("an index on Qdrant is current, with its address", async () => {
  await using qdrant = await QdrantStandIn.open();
  const finding = await memoryWith({ QDRANT_URL: qdrant.url });
  expect(finding).toMatchObject({ state: "ok", remedy: null });
  expect(finding?.says).toContain(`index on Qdrant at ${qdrant.url} (mneme) is current`);
});

test("a Qdrant that is away, or too old, is told with what to do", async () => {
  const qdrant = await QdrantStandIn.open();
  qdrant.version = "1.12.0";
  const old = await memoryWith({ QDRANT_URL: qdrant.url });
  expect(old).toMatchObject({ state: "broken", says: expect.stringMatching(/1\.12\.0 is too old.*update/) });
  await qdrant.stop();
  const away = await memoryWith({ QDRANT_URL: qdrant.url });
  expect(away?.state).toBe("broken");
  expect(away?.says).toMatch(/is behind: Qdrant at .* cannot be reached .*QDRANT_URL/);
  expect(away?.remedy).toMatch(/catches up by itself/);
});
