import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Episode } from "../../../src/memory/episode.js";
import type { Experience } from "../../../src/memory/experience.js";
import type { ArchiveRecord } from "../../../src/memory/log/episode-log.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Thread } from "../../../src/thread/thread.js";
import { exampleMemory } from "../../support/example-run.js";
import {
  answered,
  comment,
  event,
  headerThread,
  hour,
  learn,
  living,
  SCOPE,
  solvedThread,
} from "../../support/learning.js";

const READER = { scope: SCOPE, share: "repository" } as const;
const NOW = Date.parse("2026-03-01T00:00:00Z");
const WORDS = [
  "That fixed it, thanks!",
  "Still broken after that.",
  "Install the header:\n\n```sh\nsudo apt-get install -y zlib1g-dev\n```",
  "I am on Debian 12.",
] as const;

/** What can happen to a thread on GitHub. */
const happening = fc.oneof(
  fc.record({
    kind: fc.constant("close" as const),
    reason: fc.constantFrom("completed", "not_planned", "duplicate"),
    target: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("reopen" as const) }),
  fc.record({
    kind: fc.constant("say" as const),
    by: fc.constantFrom("ada" as const, "grace" as const),
    words: fc.constantFrom(...WORDS),
  }),
  fc.record({ kind: fc.constant("edit" as const), which: fc.nat(5), words: fc.constantFrom(...WORDS) }),
  fc.record({ kind: fc.constant("delete" as const), which: fc.nat(5) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

function after(thread: Thread, happens: Happening, n: number): Thread {
  const at = hour(40 + n);
  switch (happens.kind) {
    case "close": {
      const target = happens.target ? "https://github.com/octo/site/pull/9" : null;
      const duplicate =
        happens.reason === "duplicate"
          ? [event("duplicate_of", at, { target: "https://github.com/octo/site/issues/1" })]
          : [];
      const closed = event("closed", at, { reason: happens.reason, target });
      return {
        ...thread,
        state: "closed",
        state_reason: happens.reason,
        events: [...thread.events, ...duplicate, closed],
      };
    }
    case "reopen":
      return {
        ...thread,
        state: "open",
        state_reason: null,
        events: [...thread.events, event("reopened", at)],
      };
    case "say":
      return {
        ...thread,
        comments: [...thread.comments, comment(String(900 + n), happens.by, happens.words, at)],
      };
    case "edit":
      return {
        ...thread,
        comments: thread.comments.map((one, i) =>
          i === happens.which ? { ...one, body: happens.words } : one,
        ),
      };
    case "delete":
      return { ...thread, comments: thread.comments.filter((_, i) => i !== happens.which) };
  }
}

interface Memory {
  episodes: Episode[];
  experiences: Experience[];
}

/** Three solved issues. */
async function threeSolved(): Promise<ArchiveRecord[]> {
  const log = await openEpisodeLog(":memory:", { now: () => NOW });
  for (const n of [1, 2, 3]) await learn(log, solvedThread(n));
  const records: ArchiveRecord[] = [];
  for await (const record of log.exportRecords(null)) records.push(record);
  await log.close();
  return records;
}

/** A memory of them, and a run of a fourth that followed the first. */
async function prepared(thread: Thread, records: readonly ArchiveRecord[]): Promise<OpenedEpisodeLog> {
  const log = await openEpisodeLog(":memory:", { now: () => NOW });
  await log.importRecords(records);
  const chain = await log.chain(SCOPE, "octo/site#1");
  const [episode, resolution] = ["report", "resolution"].map((kind) =>
    chain.find((one) => one.kind === kind),
  );
  if (episode === undefined || resolution === undefined) throw new Error("nothing to follow");
  await answered(log, thread, [exampleMemory({ episode, resolution })]);
  return log;
}

async function memoryOf(log: OpenedEpisodeLog): Promise<Memory> {
  const episodes = living(await log.list(READER, { limit: 1000 }));
  const ids = new Set(episodes.map(({ id }) => id));
  return {
    // Where an episode stood when it was first read, and what it then referred to, is evidence of the way.
    episodes: episodes.map((episode) => ({
      ...episode,
      seq: 0,
      links: episode.links.filter(({ to }) => ids.has(to) || to.startsWith("https://")),
    })),
    experiences: (await log.experiences(READER)).map((experience) => ({ ...experience, evidence: [] })),
  };
}

test("whatever happens to a thread, and whichever of it we hear of in whatever order and how often, memory ends the same", async () => {
  const thread = headerThread(4);
  const records = await threeSolved();
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 6 }),
      fc.array(fc.nat(6), { maxLength: 5 }),
      async (happenings, heard) => {
        const states = happenings.reduce<Thread[]>(
          (all, happens, n) => [...all, after(all.at(-1) ?? thread, happens, n)],
          [thread],
        );
        const end = states.at(-1) ?? thread;
        await using calm = disposing(await prepared(thread, records));
        await learn(calm.log, end);
        await using wild = disposing(await prepared(thread, records));
        // An event is read late, twice, or after a later one; at last the thread is read as it is.
        for (const n of heard) await learn(wild.log, states[n % states.length] ?? thread);
        await learn(wild.log, end);
        await learn(wild.log, end);
        expect(await memoryOf(wild.log)).toEqual(await memoryOf(calm.log));
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

function disposing(log: OpenedEpisodeLog): { log: OpenedEpisodeLog } & AsyncDisposable {
  return { log, [Symbol.asyncDispose]: () => log.close() };
}
