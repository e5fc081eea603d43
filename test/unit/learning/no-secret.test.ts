import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { composeWorkbench } from "../../../src/compose.js";
import { readSettings } from "../../../src/config/settings.js";
import { abstract } from "../../../src/memory/abstraction.js";
import { toIndexEntry } from "../../../src/recall/index-entry.js";
import { replayThreads } from "../../../src/replay/replay.js";
import type { Thread } from "../../../src/thread/thread.js";
import { headerThread, solvedThread } from "../../support/learning.js";

const secret = fc.stringMatching(/^[a-km-zA-HJ-NP-Z2-9]{36}$/).filter((text) => new Set(text).size > 12);

/** Where people leave them: in an address, a setting, a header, a flag. */
const PLANTED: ((secret: string) => string)[] = [
  (text) => `pip install --index-url https://ci:${text}@packages.example/simple pkg`,
  (text) => `export GITHUB_TOKEN=ghp_${text}`,
  (text) => `curl -H "Authorization: Bearer ${text}" https://packages.example/simple`,
  (text) => `deploy --password ${text}`,
];

/** In the fix that three issues share, so that an experience is made of it, and in who asks next. */
function planted(command: string): Thread[] {
  const fix = (thread: Thread): Thread => ({
    ...thread,
    comments: thread.comments.map((one) => ({
      ...one,
      body: one.body.replace("sudo apt-get install -y zlib1g-dev", command),
    })),
  });
  const asking = headerThread(4);
  return [
    ...[1, 2, 3].map((n) => fix(solvedThread(n))),
    { ...asking, body: `${asking.body}\n\n\`${command}\`\n` },
  ];
}

test("a planted secret reaches neither the store, nor an experience, nor the index, nor a run record, nor a reply", async () => {
  await fc.assert(
    fc.asyncProperty(secret, fc.constantFrom(...PLANTED), async (text, plant) => {
      await using bench = await composeWorkbench(readSettings({}), { store: "memory", sandbox: "none" });
      const played = await replayThreads(planted(plant(text)), bench.parts, {
        signal: new AbortController().signal,
      });
      const scope = { installation: "0", repository: "octo/site", visibility: "public" as const };
      const experiences = await bench.log.experiences({ scope, share: "repository" });
      expect(experiences.length).toBeGreaterThan(0);
      const { changed } = await bench.log.changesSince(0, 10_000);
      const entries = changed.map((episode) => toIndexEntry(episode, abstract));
      const runs = await bench.log.runs({ scope, limit: 1000 });
      const replies = played.flatMap((thread) => thread.runs.map(({ run }) => run.reply?.markdown));
      expect(replies.length).toBeGreaterThan(3);
      for (const held of [changed, experiences, entries, runs, replies])
        expect(JSON.stringify(held)).not.toContain(text);
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 120_000);
