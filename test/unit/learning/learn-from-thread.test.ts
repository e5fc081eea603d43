import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readArchive } from "../../../src/memory/archive-record.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { ArchiveRecord } from "../../../src/memory/log/episode-log.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { experienceOf, readExperiences } from "../../../src/recall/experience-of.js";
import type { Recalled } from "../../../src/recall/recalled.js";
import type { Thread } from "../../../src/thread/thread.js";
import { exampleMemory } from "../../support/example-run.js";
import {
  answered,
  comment,
  event,
  headerThread,
  hour,
  learn,
  SCOPE,
  solvedThread,
} from "../../support/learning.js";

const READER = { scope: SCOPE, share: "repository" } as const;
const KEY = (number: number): string => `octo/site#${number}`;
let log: OpenedEpisodeLog;

beforeEach(async () => {
  log = await openEpisodeLog(":memory:", { now: () => Date.parse("2026-03-01T00:00:00Z") });
});
afterEach(() => log.close());

async function episodeOf(number: number, kind: Episode["kind"]): Promise<Episode> {
  const found = (await log.chain(SCOPE, KEY(number))).find(
    (episode) => episode.kind === kind && episode.status !== "superseded",
  );
  if (found === undefined) throw new Error(`no ${kind} in thread ${number}`);
  return found;
}

/** The report of a solved thread as a run is shown it. */
async function shown(number: number): Promise<Recalled> {
  const [episode, resolution] = [await episodeOf(number, "report"), await episodeOf(number, "resolution")];
  return exampleMemory({ episode, resolution });
}

async function resolvedBy(number: number): Promise<Episode> {
  const { resolved_by } = await episodeOf(number, "report");
  const [episode] = await log.get(READER, [resolved_by ?? ""]);
  if (episode === undefined) throw new Error(`thread ${number} is not resolved`);
  return episode;
}

const reopened = (thread: Thread, at: string): Thread => ({
  ...thread,
  state: "open",
  state_reason: null,
  events: [...thread.events, event("reopened", at)],
});

describe("closing and reopening", () => {
  test("closed as completed: the fault is resolved by its resolution, which is linked to the change; each step is attributed", async () => {
    await learn(log, solvedThread(1, { comments: [], state: "open", events: [], state_reason: null }));
    expect((await episodeOf(1, "report")).status).toBe("open");
    await learn(log, solvedThread(1));
    const [report, resolution] = [await episodeOf(1, "report"), await episodeOf(1, "resolution")];
    expect(report).toMatchObject({ status: "resolved", resolved_by: expect.any(String) });
    const resolvedBy = await log.get(READER, [report.resolved_by ?? ""]);
    expect(resolvedBy[0]).toMatchObject({ kind: "resolution", status: "resolved" });
    expect((await episodeOf(1, "observation")).status).toBe("resolved");
    const applied = (await log.chain(SCOPE, KEY(1))).flatMap(({ links }) =>
      links.filter(({ type }) => type === "applied_in"),
    );
    expect(applied).toEqual([{ type: "applied_in", to: "https://github.com/octo/site/pull/9" }]);
    expect(resolution.links).toContainEqual({ type: "resolves", to: report.id });
    const facts = await log.facts(READER, [report.id]);
    expect(facts.map(({ fact, attribution }) => [fact.kind, attribution.by])).toContainEqual([
      "status",
      "mneme",
    ]);
  });

  test("done again it changes nothing", async () => {
    await learn(log, solvedThread(1));
    const { cursor } = await log.changesSince(0, 1000);
    await learn(log, solvedThread(1));
    expect((await log.changesSince(0, 1000)).cursor).toBe(cursor);
  });

  test("reopened: what was resolved is open again, its resolution is in doubt and believed less; closed again, it is believed as before", async () => {
    const closed = solvedThread(1);
    await learn(log, closed);
    const before = await episodeOf(1, "resolution");
    await learn(log, reopened(closed, hour(14)));
    expect((await episodeOf(1, "report")).status).toBe("open");
    const doubted = await episodeOf(1, "resolution");
    expect(doubted.status).toBe("open");
    expect(doubted.confidence).toBeLessThan(before.confidence);
    await learn(log, {
      ...closed,
      events: [
        ...closed.events,
        event("reopened", hour(14)),
        event("closed", hour(15), { reason: "completed" }),
      ],
    });
    expect(await episodeOf(1, "resolution")).toMatchObject({
      status: "resolved",
      confidence: before.confidence,
    });
    expect((await episodeOf(1, "report")).status).toBe("resolved");
  });

  test("not planned resolves nothing that the thread itself does not; a duplicate is located in the other issue", async () => {
    const notPlanned = headerThread(1, { state: "closed", state_reason: "not_planned" });
    await learn(log, notPlanned);
    expect((await episodeOf(1, "report")).status).toBe("open");
    const target = "https://github.com/octo/site/issues/3";
    await learn(log, {
      ...notPlanned,
      state_reason: "duplicate",
      events: [event("duplicate_of", hour(12), { target })],
    });
    expect(await episodeOf(1, "report")).toMatchObject({ status: "located", resolved_by: target });
  });

  test("what a person set right stays right", async () => {
    await learn(log, solvedThread(1));
    const report = await episodeOf(1, "report");
    const fact = (await log.facts(READER, [report.id])).find(({ fact: { kind } }) => kind === "status");
    await log.undoFact(SCOPE, fact?.id ?? "", { by: "hugo", at: hour(20), why: "it is not" });
    const standing = (await episodeOf(1, "report")).status;
    await learn(log, solvedThread(1));
    expect((await episodeOf(1, "report")).status).toBe(standing);
  });
});

describe("texts that change", () => {
  test("an edited comment's episodes are superseded and its claim resolves no longer; a deleted one leaves nothing", async () => {
    const thread = solvedThread(1);
    await learn(log, thread);
    const [advice, thanks] = thread.comments;
    if (advice === undefined || thanks === undefined) throw new Error("two comments");
    const edited = {
      ...thread,
      state: "open" as const,
      state_reason: null,
      events: [],
      comments: [advice, { ...thanks, body: "Same error as before." }],
    };
    await learn(log, edited);
    expect((await episodeOf(1, "report")).status).toBe("open");
    const gone = (await log.chain(SCOPE, KEY(1))).filter(({ summary }) => summary.includes("That fixed it"));
    expect(gone.map(({ status }) => status)).toEqual(gone.map(() => "superseded"));
    await learn(log, { ...edited, comments: [advice] });
    expect(JSON.stringify(await log.chain(SCOPE, KEY(1)))).not.toContain("That fixed it");
    expect(JSON.stringify(await log.chain(SCOPE, KEY(1)))).not.toContain("Same error as before");
  });

  test("what a run saw and said, and what a person asked to remember, is no text of the thread", async () => {
    await learn(log, headerThread(1));
    const report = await episodeOf(1, "report");
    const alone: Episode[] = [
      {
        ...report,
        id: "11111111-1111-5111-8111-111111111111",
        kind: "diagnosis",
        provenance: { ...report.provenance, source: "inference", author_role: "bot" },
      },
      { ...report, id: "22222222-2222-5222-8222-222222222222", kind: "note", tags: ["remembered"] },
    ];
    await log.append(alone);
    await learn(log, headerThread(1, { body: "Never mind." }));
    const standing = await log.get(READER, [report.id, ...alone.map(({ id }) => id)]);
    expect(standing.map(({ status }) => status)).toEqual(["superseded", "open", "open"]);
    await learn(log, headerThread(1, { body: "Never mind.", state: "closed", state_reason: "completed" }));
    expect(
      (
        await log.get(
          READER,
          alone.map(({ id }) => id),
        )
      ).map(({ status }) => status),
    ).toEqual(["resolved", "open"]);
    await learn(log, headerThread(1, { body: "Never mind." }));
    expect(
      (
        await log.get(
          READER,
          alone.map(({ id }) => id),
        )
      ).map(({ status }) => status),
    ).toEqual(["open", "open"]);
  });
});

describe("memories that were followed here", () => {
  const later = (over: Partial<Thread> = {}): Thread => headerThread(2, over);
  const counted = async (): Promise<unknown[]> =>
    [await episodeOf(1, "report"), await episodeOf(1, "resolution")].map(
      ({ counters: { helped, failed } }) => [helped, failed],
    );

  test("closed as completed after the answer: they helped, and are believed more; reopened: neither", async () => {
    await learn(log, solvedThread(1));
    const before = (await episodeOf(1, "resolution")).confidence;
    await answered(log, later(), [await shown(1)]);
    await learn(log, later());
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const closed = later({ state: "closed", state_reason: "completed", events: [event("closed", hour(25))] });
    await learn(log, closed);
    expect(await counted()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect((await episodeOf(1, "resolution")).confidence).toBeGreaterThan(before);
    await learn(log, reopened(closed, hour(26)));
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await episodeOf(1, "resolution")).confidence).toBe(before);
  });

  test("what was closed before the answer, or as not planned, says nothing", async () => {
    await learn(log, solvedThread(1));
    await answered(log, later(), [await shown(1)]);
    const closedAt = (at: string, state_reason: string): Thread =>
      later({ state: "closed", state_reason, events: [event("closed", at, { reason: state_reason })] });
    await learn(log, closedAt(hour(20), "completed"));
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await learn(log, closedAt(hour(25), "not_planned"));
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("the reporter's last word after the answer goes before the closing", async () => {
    await learn(log, solvedThread(1));
    await answered(log, later(), [await shown(1)]);
    const said = [comment("21", "ada", "Still broken after that.", hour(22))];
    const closing = {
      state: "closed" as const,
      state_reason: "completed",
      events: [event("closed", hour(25))],
    };
    await learn(log, later({ comments: said, ...closing }));
    expect(await counted()).toEqual([
      [0, 1],
      [0, 1],
    ]);
    await learn(
      log,
      later({
        comments: [...said, comment("22", "ada", "That fixed it, sorry for the noise.", hour(23))],
        ...closing,
      }),
    );
    expect(await counted()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await learn(log, later({ comments: [comment("20", "ada", "That fixed it", hour(20))] }));
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("a command of theirs that passed in the sandbox helped; one that failed did not", async () => {
    await learn(log, solvedThread(1));
    const memory = await shown(1);
    const run = await answered(log, later(), [memory]);
    const [step] = run.steps;
    const command = memory.resolution?.action?.command ?? "sudo apt-get install -y zlib1g-dev";
    if (step === undefined) throw new Error("one step");
    for (const [ok, expected] of [
      [true, [1, 0]],
      [false, [0, 1]],
    ] as const) {
      const resolution = {
        ...(memory.resolution ?? memory.episode),
        action: { action: "changed", parameters: {}, command },
      };
      await answered(log, later(), [{ ...memory, resolution }], {
        steps: [
          {
            ...step,
            plan: {
              action: "run_command",
              parameters: { command, cwd: null, purpose: "fix" },
              reasoning: "",
              cites: ["M1"],
              confidence: 0.8,
            },
            observation: { ...step.observation, ok, source: "sandbox" },
          },
        ],
      });
      await learn(log, later());
      expect(await counted()).toEqual([expected, expected]);
    }
  });

  test("a memory that was only shown, or erased since, is credited with nothing", async () => {
    await learn(log, solvedThread(1));
    const memory = await shown(1);
    await answered(log, later(), [memory], { steps: [] });
    const closed = later({ state: "closed", state_reason: "completed", events: [event("closed", hour(25))] });
    await learn(log, closed);
    expect(await counted()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await log.erase(SCOPE, { thread: KEY(1) }, { by: "hugo", at: hour(30), why: "asked" });
    await answered(log, later(), [memory]);
    await expect(learn(log, closed)).resolves.toBeUndefined();
  });
});

describe("cases of one fault", () => {
  test("three solved threads form an experience, a fourth adds evidence, a reopened one takes its confirmation back", async () => {
    for (const n of [1, 2]) await learn(log, solvedThread(n));
    expect(await log.experiences(READER)).toEqual([]);
    await learn(log, solvedThread(3));
    const [first] = await log.experiences(READER);
    expect(first).toMatchObject({ level: "pattern", alpha: 4, beta: 1 });
    expect(first?.evidence).toHaveLength(6);
    await learn(log, solvedThread(4));
    const [second] = await log.experiences(READER);
    expect(second?.id).toBe(first?.id);
    expect(second).toMatchObject({ alpha: 5 });
    expect(second?.evidence).toEqual(expect.arrayContaining(first?.evidence ?? []));
    await learn(log, reopened(solvedThread(4), hour(44)));
    const [third] = await log.experiences(READER);
    expect(third).toMatchObject({ alpha: 4 });
    expect(third?.evidence).toEqual(second?.evidence);
  });

  test("an experience stands behind a recalled case: how often the fault was seen, and how its way did", async () => {
    for (const n of [1, 2, 3]) await learn(log, solvedThread(n));
    const [episode, resolution] = [await episodeOf(1, "observation"), await resolvedBy(1)];
    expect(await experienceOf(episode, resolution, readExperiences(log, READER))).toMatchObject({
      level: "pattern",
      issues: 3,
      way: { held: 3, failed: 0, belief: 0.8 },
    });
    const another = { ...resolution, action: { action: "changed", parameters: {}, command: "reboot" } };
    expect(await experienceOf(episode, another, readExperiences(log, READER))).toMatchObject({
      issues: 3,
      way: null,
    });
    expect(
      await experienceOf(await episodeOf(1, "report"), resolution, readExperiences(log, READER)),
    ).toBeNull();
    await answered(log, headerThread(4), [exampleMemory({ episode, resolution })]);
    const closed = {
      state: "closed" as const,
      state_reason: "completed",
      events: [event("closed", hour(45))],
    };
    await learn(log, headerThread(4, closed));
    expect(await experienceOf(episode, resolution, readExperiences(log, READER))).toMatchObject({
      issues: 4,
      way: { held: 4 },
    });
  });

  test("later cases are linked to the first, whatever order they are learnt in", async () => {
    for (const n of [3, 1, 2]) await learn(log, headerThread(n));
    const links = async (number: number) => (await episodeOf(number, "observation")).links;
    const first = await episodeOf(1, "observation");
    expect(await links(1)).toEqual([]);
    for (const n of [2, 3]) expect(await links(n)).toEqual([{ type: "confirms", to: first.id }]);
  });

  test("another repository's cases are its own", async () => {
    const elsewhere = { ...SCOPE, repository: "43" };
    for (const n of [1, 2]) await learn(log, solvedThread(n));
    await learn(log, solvedThread(3), elsewhere);
    expect(await log.experiences(READER)).toEqual([]);
    const theirs = (await log.chain(elsewhere, KEY(3))).filter(({ kind }) => kind === "observation");
    expect(theirs.map(({ links }) => links)).toEqual([[]]);
  });
});

test("export and import carry what was learnt: learning once more after it changes nothing", async () => {
  for (const n of [1, 2, 3]) await learn(log, solvedThread(n));
  const closed = headerThread(4, {
    state: "closed",
    state_reason: "completed",
    events: [event("closed", hour(45))],
  });
  const memory = await shown(1);
  await answered(log, closed, [memory]);
  await learn(log, closed);
  await learn(log, reopened(solvedThread(3), hour(35)));
  const records: ArchiveRecord[] = [];
  for await (const record of log.exportRecords(null)) records.push(record);
  const other = await openEpisodeLog(":memory:", { now: () => Date.parse("2026-03-01T00:00:00Z") });
  await other.importRecords(
    readArchive(
      records.map((record) => JSON.stringify(record)),
      "export",
    ),
  );
  await answered(other, closed, [memory]);
  const { cursor } = await other.changesSince(0, 10_000);
  for (const thread of [solvedThread(1), solvedThread(2), reopened(solvedThread(3), hour(35)), closed])
    await learn(other, thread);
  expect((await other.changesSince(0, 10_000)).cursor).toBe(cursor);
  expect(await other.list(READER, { limit: 1000 })).toEqual(await log.list(READER, { limit: 1000 }));
  expect(await other.experiences(READER)).toEqual(await log.experiences(READER));
  await other.close();
});
