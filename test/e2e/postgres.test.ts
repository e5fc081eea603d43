import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { GraphileJobQueue } from "../../src/jobs/graphile/graphile-job-queue.js";
import type { Job } from "../../src/jobs/queue.js";
import { GithubBox } from "../support/github-box/github-box.js";
import type { BoxComment, BoxIssue } from "../support/github-box/state.js";
import { makePostgresDatabase, postgresMissing, PostgresOutage } from "../support/postgres.js";
import { describeWith } from "../support/require.js";
import { ensureBuilt, ServerProcess, until } from "../support/server-process.js";
import { eventPayload } from "../support/webhooks.js";

jest.setTimeout(60_000);

describeWith("postgres", postgresMissing(), "a server on Postgres with two worker processes", () => {
  let box: GithubBox;
  let issues: BoxIssue[];
  let server: ServerProcess;
  let database: string;

  beforeAll(ensureBuilt, 180_000);

  beforeEach(async () => {
    box = await GithubBox.start();
    const site = box.state.addRepository("octo/site", { id: 42 });
    issues = ["one", "two", "three"].map((title) => box.state.addIssue(site, { by: "ada", title }));
    database = await makePostgresDatabase();
    server = new ServerProcess(box, { DATABASE_URL: database, MNEME_WORKER_PROCESSES: "2" });
  });

  afterEach(async () => {
    await server.dispose();
    await box.stop();
  });

  function eventOf(issue: BoxIssue, comment: BoxComment): unknown {
    return eventPayload("issue_comment", "created", {
      repo: "octo/site",
      repoId: 42,
      number: issue.number,
      installation: 7,
      sender: { login: "ada", type: "User" },
      issue: { user: { login: "ada", type: "User" } },
      comment: { id: comment.id, body: comment.body, created_at: comment.created_at },
    });
  }

  const repliesOf = (issue: BoxIssue): string[] =>
    issue.comments.filter(({ via }) => via === box.state.app.id).map(({ body }) => body);

  async function triggers(): Promise<Job[]> {
    const queue = await GraphileJobQueue.open(database);
    try {
      return (await queue.list()).filter(({ kind }) => kind === "trigger");
    } finally {
      await queue.close();
    }
  }

  test("answers each request once, also where a delivery comes three times", async () => {
    await server.start();
    await until(() => (server.output.match(/"msg":"worker ready"/g) ?? []).length === 2);
    for (const issue of issues) {
      const payload = eventOf(issue, box.state.addComment(issue, "ada", "/mneme diagnose"));
      const id = randomUUID();
      await Promise.all([1, 2, 3].map(() => server.deliver("issue_comment", payload, { id })));
    }
    await until(() => issues.every((issue) => repliesOf(issue).some((body) => body.includes("**Answer**"))));
    expect(issues.map((issue) => repliesOf(issue).length)).toEqual([1, 1, 1]);
    expect(await server.kill("SIGTERM")).toBe(0);
    expect((await triggers()).map(({ state, attempt }) => [state, attempt])).toEqual([
      ["done", 1],
      ["done", 1],
      ["done", 1],
    ]);
  });

  test("Postgres away: deliveries are refused, so that GitHub keeps them; back again, all is answered once", async () => {
    const [first, second] = issues as [BoxIssue, BoxIssue];
    const outage = await PostgresOutage.of(database);
    await server.start({ SCRIPT_STEP_MS: "1500" });
    const ask = async (issue: BoxIssue, id: string): Promise<number> => {
      const payload = eventOf(issue, box.state.addComment(issue, "ada", "/mneme diagnose"));
      return (await server.deliver("issue_comment", payload, { id })).status;
    };
    expect(await ask(first, randomUUID())).toBe(200);
    await until(() => repliesOf(first).length === 1);
    await outage.begin();
    const missed = randomUUID();
    expect(await ask(second, missed)).toBe(503);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, "the job store does not answer\n"]);
    await outage.end();
    expect(await ask(second, missed)).toBe(200);
    await until(() => [first, second].every((i) => repliesOf(i).some((body) => body.includes("**Answer**"))));
    expect([first, second].map((issue) => repliesOf(issue).length)).toEqual([1, 1]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await outage.close();
  });

  test("killed while it works and started again: exactly one final reply", async () => {
    const [issue] = issues as [BoxIssue];
    await server.start({ SCRIPT_STEP_MS: "60000" });
    await server.deliver(
      "issue_comment",
      eventOf(issue, box.state.addComment(issue, "ada", "/mneme diagnose")),
    );
    await until(() => repliesOf(issue).length === 1 && box.requests.some(({ path }) => path === "/graphql"));
    await server.kill("SIGKILL");
    await server.start();
    await until(() => repliesOf(issue).some((body) => body.includes("**Answer**")));
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(repliesOf(issue)).toHaveLength(1);
    expect(await triggers()).toMatchObject([{ state: "done", attempt: 1, cut_offs: 1 }]);
  });
});
