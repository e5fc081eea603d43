import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { applyReactions } from "../../../src/github/reactions/apply-reactions.js";
import type { ReadReaction, ReplyReactions } from "../../../src/github/reactions/reaction-source.js";
import type { Episode } from "../../../src/memory/episode.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { exampleRun } from "../../support/example-run.js";

const NOW = "2026-03-01T00:00:00.000Z";
const run = exampleRun();
const [memory] = run.recall.recalled;
if (memory === undefined || memory.resolution === null) throw new Error("a memory with a resolution");
const EPISODES: Episode[] = [memory.episode, memory.resolution];

const WHO = ["ada", "grace", "hugo", "eve"] as const;
const reaction = fc.record({
  by: fc.constantFrom(...WHO),
  content: fc.constantFrom("rocket" as const, "+1" as const, "-1" as const),
});

/** Each one gives or takes back a reaction; a reaction that is given anew has a new time. */
function after(
  standing: readonly ReadReaction[],
  { by, content }: Omit<ReadReaction, "at">,
  n: number,
): ReadReaction[] {
  const isThere = standing.some((one) => one.by === by && one.content === content);
  const others = standing.filter((one) => one.by !== by || one.content !== content);
  return isThere
    ? others
    : [
        ...standing,
        { by, content, at: new Date(Date.parse("2026-02-01T00:00:00Z") + n * 60_000).toISOString() },
      ];
}

async function heed(log: OpenedEpisodeLog, reactions: ReadReaction[]): Promise<void> {
  const reply: ReplyReactions = {
    node_id: "n",
    url: "https://x/1",
    repo: "o/r",
    number: 1,
    reporter: "ada",
    reactions,
  };
  const permissionOf = (_address: unknown, login: string) =>
    Promise.resolve(login === "grace" || login === "hugo" ? ("write" as const) : ("read" as const));
  await applyReactions(run, reply, { forge: { permissionOf }, memory: log, now: () => NOW });
}

test("whichever reactions were seen on the way, memory says what stands in the end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(reaction, { maxLength: 8 }),
      fc.array(fc.nat(8), { maxLength: 6 }),
      async (given, heard) => {
        const states = given.reduce<ReadReaction[][]>(
          (all, one, n) => [...all, after(all.at(-1) ?? [], one, n)],
          [[]],
        );
        const end = states.at(-1) ?? [];
        const memories = [];
        for (const seen of [[end], [...heard.map((n) => states[n % states.length] ?? []), end, end]]) {
          const log = await openEpisodeLog(":memory:", { now: () => Date.parse(NOW) });
          await log.append(EPISODES);
          for (const reactions of seen) await heed(log, reactions);
          memories.push(
            await log.get(
              { scope: run.scope, share: "repository" },
              EPISODES.map(({ id }) => id),
            ),
          );
          await log.close();
        }
        expect(memories[1]).toEqual(memories[0]);
        const gold = end.find(({ by, content }) => content === "rocket" && by !== "ada" && by !== "eve");
        for (const episode of memories[0] ?? []) expect(episode.gold?.by).toBe(gold?.by);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
