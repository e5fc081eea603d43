// Reactions on 10,000 replies of one installation, over their whole schedule (1 h, 6 h, 1 d, 7 d, 30 d): GraphQL calls that
// the sweep makes, against GitHub in a box. Then the same number posted evenly over a day, and over a month, where few share
// a call.
import { createClientClass } from "../src/github/octokit/client.js";
import { OctokitForge } from "../src/github/octokit/octokit-forge.js";
import { type Sweep, sweepReactions } from "../src/github/reactions/sweep-reactions.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { nothingRecalled } from "../src/recall/recalled.js";
import type { RunRecord } from "../src/run-record.js";
import { exampleEpisode, exampleRun } from "../test/support/example-run.js";
import { GithubBox } from "../test/support/github-box/github-box.js";
import type { BoxComment, BoxRepository } from "../test/support/github-box/state.js";

const REPLIES = 10_000;
const REPLIES_AN_ISSUE = 10;
/** One reply in so many is reacted to by a maintainer, before its second look. */
const REACTED_EVERY = 20;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const POSTED = Date.parse("2026-01-01T00:00:00.000Z");
const SWEEP_EVERY = HOUR / 6;
const END = 40 * DAY;

const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const together = await play(() => POSTED);
const over = (days: number) => (n: number) => POSTED + Math.floor((n * days * DAY) / REPLIES);
const aDay = await play(over(1));
const aMonth = await play(over(30));
console.log(
  JSON.stringify({
    replies: REPLIES,
    looks: together.looked,
    calls: together.calls,
    most_calls_a_sweep: together.mostCalls,
    gold_given: together.gold,
    gold_expected: REPLIES / REACTED_EVERY,
    seconds: together.seconds,
    posted_over_a_day: { looks: aDay.looked, calls: aDay.calls, gold_given: aDay.gold },
    posted_over_30_days: { looks: aMonth.looked, calls: aMonth.calls, gold_given: aMonth.gold },
  }),
);

async function play(
  postedAt: (n: number) => number,
): Promise<Sweep & { mostCalls: number; gold: number; seconds: number }> {
  const box = await GithubBox.start();
  const site = box.state.addRepository("octo/site");
  box.state.setRole(site, "grace", "maintain");
  const memory = await openEpisodeLog(":memory:");
  const comments = await post(box, site, memory, postedAt);
  const ClientClass = createClientClass({ paced: false, retries: 0 });
  const client = new ClientClass({ baseUrl: box.url, auth: { token: "ghs_7" } });
  const forge = new OctokitForge(() => Promise.resolve(client), { appId: box.state.app.id });
  const began = Date.now();
  const total = { looked: 0, calls: 0, changes: 0, mostCalls: 0 };
  for (let now = POSTED; now < POSTED + 30 * DAY + END; now += SWEEP_EVERY) {
    for (const { comment, at } of comments.get(Math.floor(now / SWEEP_EVERY)) ?? [])
      comment.reactions.push({
        id: box.state.nextId(),
        user: box.state.user("grace"),
        content: "rocket",
        created_at: new Date(at).toISOString(),
      });
    const swept = await sweepReactions({
      forge,
      source: forge,
      memory,
      catchUp: () => Promise.resolve(),
      log: QUIET,
      clock: () => now,
      now: () => new Date(now).toISOString(),
      reserve: 0,
    });
    total.looked += swept.looked;
    total.calls += swept.calls;
    total.changes += swept.changes;
    total.mostCalls = Math.max(total.mostCalls, swept.calls);
  }
  const seen = box.requests.filter(({ path }) => path === "/graphql").length;
  if (seen !== total.calls) throw new Error(`${total.calls} calls were counted, GitHub saw ${seen}`);
  const scope = scopeOf(site);
  const { gold = 0 } = await memory.stats({ scope, share: "repository" });
  await memory.close();
  await box.stop();
  return { ...total, gold, seconds: Math.round((Date.now() - began) / 1000) };
}

/** Replies as comments in the box and as run records; what is to be reacted to, by the span of time in which it is. */
async function post(
  box: GithubBox,
  site: BoxRepository,
  memory: OpenedEpisodeLog,
  postedAt: (n: number) => number,
): Promise<Map<number, { comment: BoxComment; at: number }[]>> {
  const scope = scopeOf(site);
  const reactions = new Map<number, { comment: BoxComment; at: number }[]>();
  let issue = box.state.addIssue(site, { by: "ada" });
  for (let n = 0; n < REPLIES; n++) {
    if (n % REPLIES_AN_ISSUE === 0) issue = box.state.addIssue(site, { by: "ada" });
    const comment = box.state.addComment(issue, "mneme[bot]", "An answer.", box.state.app.id);
    const isReacted = n % REACTED_EVERY === 0;
    const id = `00000000-0000-5000-8000-${String(n).padStart(12, "0")}`;
    const made = exampleEpisode({ id, scope, thread: `octo/site#${issue.number}`, kind: "diagnosis" });
    if (isReacted) {
      await memory.append([made]);
      const at = postedAt(n) + 3 * HOUR;
      const span = Math.floor(at / SWEEP_EVERY);
      reactions.set(span, [...(reactions.get(span) ?? []), { comment, at }]);
    }
    const run: RunRecord = {
      ...exampleRun(),
      run_id: id,
      scope,
      thread: made.thread,
      finished_at: new Date(postedAt(n)).toISOString(),
      facts: [],
      recall: nothingRecalled("thread", ""),
      steps: [],
      final: null,
      episodes: isReacted ? [made] : [],
      reply: { markdown: "", comment_id: String(comment.id), url: null, node_id: `IC_${comment.id}` },
    };
    await memory.saveRun(scope, id, run);
  }
  return reactions;
}

function scopeOf(site: BoxRepository): RunRecord["scope"] {
  return { installation: "7", repository: String(site.id), visibility: "public" };
}

function ignore(): void {
  return undefined;
}
