import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import type { ArchiveRecord } from "../../src/memory/log/episode-log.js";
import { parseThreadFile } from "../../src/thread/read-thread-file.js";
import { EventWorld, type WorldEnd } from "../support/event-world.js";
import type { BoxIssue, BoxRepository } from "../support/github-box/state.js";
import { GithubStory } from "../support/github-story.js";

jest.setTimeout(600_000);

/** Another one, and more orders: to look for what these do not find. */
const SEED = Number(process.env["MNEME_TEST_SEED"] ?? 20_261_201);
const ORDERS = Number(process.env["MNEME_TEST_ORDERS"] ?? 3);

const ADVICE = "Install the headers with `apt-get install python3-dev`";
const PULL = "https://github.com/octo/site/pull/9";

interface Opened {
  site: BoxRepository;
  issue: BoxIssue;
}

interface Scenario {
  /** What the issue says. Default REPORT. */
  report?: typeof REPORT;
  /** What happened before: it was heard of in its order, and worked, while GitHub was as it was then. */
  before?: (story: GithubStory, opened: Opened) => void;
  /** What is heard of in any order, all of it when it has happened. */
  then: (story: GithubStory, opened: Opened) => void;
}

function readReport(file: string): { title: string; body: string; author: string } {
  const path = `examples/threads/${file}.json`;
  return parseThreadFile(readFileSync(path, "utf8"), path);
}

const REPORT = readReport("01-python-header");
const NPM = readReport("02-npm-peer-conflict");

/** A repository with an issue, as GitHub knows them before anybody asks. */
function begin(story: GithubStory, { title, body }: typeof REPORT): Opened {
  const site = story.state.addRepository("octo/site", { id: 42 });
  story.state.setRole(site, "grace", "maintain");
  story.state.setRole(site, "ada", "read");
  story.state.setRole(site, "eve", "read");
  return { site, issue: story.open(site, "ada", title, body) };
}

/** People ask, advise, edit, note and delete. */
function discuss(story: GithubStory, { site, issue }: Opened): void {
  story.comment(site, issue, "ada", "/mneme diagnose");
  const advice = story.comment(site, issue, "grace", "Install the headers");
  story.editComment(site, issue, advice, ADVICE);
  story.comment(site, issue, "grace", "/mneme remember the image has no headers");
  const gone = story.comment(site, issue, "eve", "Run `sudo pip install --force` and all is well");
  story.deleteComment(site, issue, gone);
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "closed as completed by a pull request": {
    report: { ...REPORT, body: `${REPORT.body}\n\n@mneme help` },
    then: (story, opened) => {
      discuss(story, opened);
      story.close(opened.site, opened.issue, "grace", { target: PULL });
    },
  },
  "closed as not planned, and reopened": {
    report: NPM,
    before: () => undefined,
    then: (story, { site, issue }) => {
      discuss(story, { site, issue });
      story.close(site, issue, "grace", { reason: "not_planned" });
      story.reopen(site, issue, "ada");
      story.editIssue(site, issue, `${NPM.body}\n\nOn Debian 12.`);
    },
  },
  "closed, reopened and closed as a duplicate": {
    before: (story, { site }) => {
      const first = story.open(site, "eve", REPORT.title, REPORT.body);
      story.comment(site, first, "grace", ADVICE);
      story.close(site, first, "grace");
    },
    then: (story, { site, issue }) => {
      discuss(story, { site, issue });
      story.close(site, issue, "ada");
      story.reopen(site, issue, "ada");
      const target = "https://github.com/octo/site/issues/2";
      story.close(site, issue, "grace", { reason: "duplicate", target });
    },
  },
  "labels that ask, and others, come and go": {
    then: (story, { site, issue }) => {
      site.files.set(".github/mneme.yml", "labels:\n  ask: ask-mneme\n  off: no-bots\n");
      story.label(site, issue, "eve", "bug");
      story.label(site, issue, "grace", "ask-mneme");
      story.unlabel(site, issue, "grace", "ask-mneme");
      story.unlabel(site, issue, "eve", "bug");
      story.close(site, issue, "grace");
    },
  },
  "a label that silences": {
    then: (story, { site, issue }) => {
      site.files.set(".github/mneme.yml", "labels:\n  off: no-bots\n");
      story.label(site, issue, "grace", "no-bots");
      discuss(story, { site, issue });
      story.close(site, issue, "grace");
    },
  },
  "deleted after it was answered": {
    before: (story, opened) => {
      discuss(story, opened);
    },
    then: (story, opened) => {
      story.comment(opened.site, opened.issue, "ada", "/mneme diagnose");
      story.close(opened.site, opened.issue, "grace");
      story.deleteIssue(opened.site, opened.issue, "grace");
    },
  },
  "transferred after it was answered": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      const docs = story.state.addRepository("octo/docs", { id: 43 });
      story.state.setRole(docs, "grace", "maintain");
      story.comment(site, issue, "eve", "Same here.");
      story.reactToReplies(issue, "grace", "rocket");
      const arrived = story.transfer(site, issue, docs, "grace");
      story.comment(docs, arrived, "ada", "That helped, thanks.");
      story.close(docs, arrived, "ada");
    },
  },
  "transferred unknown, and asked about at its new place": {
    then: (story, { site, issue }) => {
      const docs = story.state.addRepository("octo/docs", { id: 43 });
      story.state.setRole(docs, "grace", "maintain");
      const arrived = story.transfer(site, issue, docs, "grace");
      story.comment(docs, arrived, "ada", "/mneme diagnose");
      story.close(docs, arrived, "grace");
    },
  },
  "renamed twice, then given to somebody else": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.rename(site, "octo/second");
      story.comment(site, issue, "ada", "I use Python 3.11.4");
      story.rename(site, "octo/third");
      story.rename(site, "ann/third");
      story.close(site, issue, "grace");
    },
  },
  "the app is removed from the repository and added again": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.remove(site);
      story.add(site);
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.close(site, issue, "grace");
    },
  },
  "the app is added, and removed again": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.remove(site);
      story.add(site);
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.close(site, issue, "grace");
      story.remove(site);
    },
  },
  "suspended and back": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.suspend();
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.unsuspend();
      story.close(site, issue, "grace");
    },
  },
  "suspended while jobs come in, back later": {
    before: (story, { site, issue }) => {
      story.suspend();
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.close(site, issue, "grace");
      story.unsuspend();
    },
  },
  "suspended for good": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.suspend();
      story.unsuspend();
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.suspend();
    },
  },
  "installed, with a past, and uninstalled": {
    before: (story, { site, issue }) => {
      story.install([site]);
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.close(site, issue, "grace");
      story.suspend();
      story.add(site);
      story.uninstall();
    },
  },
  "installed, with a past": {
    then: (story, { site, issue }) => {
      discuss(story, { site, issue });
      story.close(site, issue, "grace", { target: PULL });
      story.install([site]);
    },
  },
  "private, public and private again": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.setPrivate(site, true);
      story.comment(site, issue, "ada", "I use Python 3.11.4");
      story.setPrivate(site, false);
      story.close(site, issue, "grace");
      story.setPrivate(site, true);
    },
  },
  "private and public again": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.setPrivate(site, true);
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.setPrivate(site, false);
      story.close(site, issue, "grace");
    },
  },
  "the repository is deleted": {
    before: (story, { site, issue }) => {
      discuss(story, { site, issue });
    },
    then: (story, { site, issue }) => {
      story.comment(site, issue, "ada", "/mneme diagnose");
      story.close(site, issue, "grace");
      story.deleteRepository(site);
    },
  },
};

interface Told {
  /** What comes in any order: deliveries' numbers. */
  last: number[];
  /** What came before, in its order. */
  before: number[];
}

/** What is left when what happens at last is heard of in this order; null: in its own. */
async function endOf(
  { report = REPORT, before, then }: Scenario,
  order: readonly number[] | null,
): Promise<{ end: WorldEnd; told: Told }> {
  await using world = await EventWorld.open();
  const story = new GithubStory(world.box.state);
  const { deliveries } = story;
  const opened = begin(story, report);
  before?.(story, opened);
  const told: Told = { before: before === undefined ? [] : [...deliveries.keys()], last: [] };
  await deliverAll(world, story, told.before);
  then(story, opened);
  told.last = [...deliveries.keys()].slice(told.before.length);
  await deliverAll(world, story, order ?? told.last);
  await world.wait();
  return { end: await world.end(), told };
}

async function deliverAll(
  world: EventWorld,
  { deliveries }: GithubStory,
  numbers: readonly number[],
): Promise<void> {
  for (const number of numbers) {
    const delivery = deliveries[number];
    if (delivery !== undefined) await world.deliver(delivery);
  }
}

/** Each of the last ones, and any that came already once more. */
function ordersOf({ before, last }: Told): fc.Arbitrary<number[]> {
  return fc
    .subarray([...before, ...last])
    .chain((twice) => fc.shuffledSubarray([...last, ...twice], { minLength: last.length + twice.length }));
}

const SITE = "octo/site#1";
const ASKED: Summary = { threads: [SITE], readers: ["public"], notes: 1, replies: 2, aside: 0, gold: [] };
const FORGOTTEN: Summary = { threads: [], readers: [], notes: 0, replies: 2, aside: 0, gold: [] };

const ENDS: Readonly<Record<string, Summary>> = {
  "closed as completed by a pull request": { ...ASKED, replies: 3 },
  "closed as not planned, and reopened": ASKED,
  "closed, reopened and closed as a duplicate": { ...ASKED, threads: [SITE, "octo/site#2"] },
  "labels that ask, and others, come and go": { ...ASKED, notes: 0, replies: 1 },
  "a label that silences": { ...ASKED, notes: 0, replies: 0 },
  "deleted after it was answered": FORGOTTEN,
  "transferred after it was answered": { ...ASKED, threads: ["octo/docs#1"], gold: ["octo/docs"] },
  "transferred unknown, and asked about at its new place": {
    ...{ ...ASKED, threads: ["octo/docs#1"] },
    ...{ notes: 0, replies: 1 },
  },
  "renamed twice, then given to somebody else": { ...ASKED, threads: ["ann/third#1"] },
  "the app is removed from the repository and added again": { ...ASKED, replies: 3 },
  "the app is added, and removed again": FORGOTTEN,
  "suspended and back": { ...ASKED, replies: 3 },
  "suspended while jobs come in, back later": ASKED,
  "suspended for good": { ...ASKED, aside: 1 },
  "installed, with a past, and uninstalled": FORGOTTEN,
  "installed, with a past": ASKED,
  "private, public and private again": { ...ASKED, readers: ["private"] },
  "private and public again": { ...ASKED, replies: 3 },
  "the repository is deleted": { ...FORGOTTEN, replies: 0 },
};

describe.each(Object.entries(SCENARIOS))("%s", (name, scenario) => {
  let calm: Awaited<ReturnType<typeof endOf>>;

  beforeAll(async () => {
    calm = await endOf(scenario, null);
  });

  test("in order it ends as a maintainer would have it, and nothing that was deleted is remembered", () => {
    expect(summaryOf(calm.end)).toEqual(ENDS[name]);
    expect(calm.end.records.join("\n")).not.toContain("sudo pip install");
  });

  test("in any order, and however often each comes, the end is the same", async () => {
    await fc.assert(
      fc.asyncProperty(ordersOf(calm.told), async (order) => {
        expect((await endOf(scenario, order)).end).toEqual(calm.end);
      }),
      { seed: SEED, numRuns: ORDERS },
    );
  });
});

interface Summary {
  threads: string[];
  readers: string[];
  notes: number;
  replies: number;
  aside: number;
  /** Repositories whose replies it was given on. */
  gold: string[];
}

function summaryOf({ records, standings, replies, aside }: WorldEnd): Summary {
  const episodes = records
    .map((record) => JSON.parse(record) as ArchiveRecord)
    .flatMap((record) => (record.type === "episode" ? [record.episode] : []));
  const distinct = (texts: string[]): string[] => [...new Set(texts)].sort();
  return {
    threads: distinct(episodes.map(({ thread }) => thread)),
    readers: distinct(episodes.map(({ scope }) => scope.visibility)),
    notes: episodes.filter(({ tags }) => tags.includes("remembered")).length,
    replies: replies.length,
    aside: aside.length,
    gold: distinct(
      standings.flatMap(({ gold }) => /github\.com\/(octo\/\w+)\//.exec(gold?.permalink ?? "")?.[1] ?? []),
    ),
  };
}
