import { buildChain } from "../../src/chain/build-chain.js";
import { learnFromThread } from "../../src/learning/learn-from-thread.js";
import type { Episode } from "../../src/memory/episode.js";
import type { OpenedEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import type { Scope } from "../../src/memory/scope.js";
import type { Recalled } from "../../src/recall/recalled.js";
import type { RunRecord } from "../../src/run-record.js";
import type { Comment, Thread, ThreadEvent } from "../../src/thread/thread.js";
import { exampleRun } from "./example-run.js";
import { exampleThread } from "./examples.js";
import { triggerOn } from "./scripted-run.js";

export const SCOPE: Scope = { installation: "5", repository: "42", visibility: "public" };

/** "2026-01-02T00:00:00Z" and so many hours. */
export function hour(n: number): string {
  return new Date(Date.parse("2026-01-02T00:00:00Z") + n * 3_600_000).toISOString();
}

export function comment(id: string, by: "ada" | "grace", body: string, at: string): Comment {
  return {
    id,
    author: by,
    author_role: by === "ada" ? "reporter" : "maintainer",
    body,
    created_at: at,
    edited_at: null,
    url: `https://github.com/octo/site/issues/7#issuecomment-${id}`,
    minimized: false,
  };
}

export function event(kind: ThreadEvent["kind"], at: string, over: Partial<ThreadEvent> = {}): ThreadEvent {
  return { kind, at, actor: "grace", reason: null, target: null, ...over };
}

/** An issue whose reporter meets a missing header, for a package of that name. */
export function headerThread(number: number, over: Partial<Thread> = {}): Thread {
  const log = [
    `$ pip install pkg${number}`,
    "  building extension",
    `  src/pkg${number}.c:3:10: fatal error: zlib.h: No such file or directory`,
    "  compilation terminated.",
    "  error: command 'gcc' failed with exit code 1",
  ];
  return exampleThread({
    number,
    source_url: `https://github.com/octo/site/issues/${number}`,
    title: `pip install pkg${number} stops`,
    body: `It stops:\n\n\`\`\`console\n${log.join("\n")}\n\`\`\`\n`,
    created_at: hour(number * 10),
    ...over,
  });
}

/** The same, answered by a maintainer and confirmed by the reporter, closed as completed. */
export function solvedThread(number: number, over: Partial<Thread> = {}): Thread {
  const at = (n: number): string => hour(number * 10 + n);
  return headerThread(number, {
    state: "closed",
    state_reason: "completed",
    comments: [
      comment(
        `${number}1`,
        "grace",
        "Install the header:\n\n```sh\nsudo apt-get install -y zlib1g-dev\n```",
        at(1),
      ),
      comment(`${number}2`, "ada", "That fixed it, thanks!", at(2)),
    ],
    events: [event("closed", at(3), { reason: "completed", target: "https://github.com/octo/site/pull/9" })],
    ...over,
  });
}

export async function learn(log: OpenedEpisodeLog, thread: Thread, scope = SCOPE): Promise<void> {
  const chain = buildChain(thread, { scope });
  await learnFromThread(thread, chain, log, { at: "2026-03-01T00:00:00.000Z", why: "test" });
}

/** A finished run of a thread that followed the given memories to a proposal. */
export async function answered(
  log: OpenedEpisodeLog,
  thread: Thread,
  recalled: readonly Recalled[],
  over: Partial<RunRecord> = {},
): Promise<RunRecord> {
  const trigger = { ...triggerOn(thread, `t-${thread.number}`), scope: SCOPE };
  const example = exampleRun();
  const run: RunRecord = {
    ...example,
    run_id: `00000000-0000-5000-8000-${String(thread.number).padStart(12, "0")}`,
    trigger,
    scope: SCOPE,
    thread: `${thread.repo}#${thread.number}`,
    started_at: hour(thread.number * 10 + 0.1),
    finished_at: hour(thread.number * 10 + 0.2),
    recall: { ...example.recall, recalled: [...recalled] },
    steps: [
      {
        n: 1,
        plan: {
          action: "propose_fix",
          parameters: { summary: "install the header", commands: [], cause: "it is missing" },
          reasoning: "because M1",
          cites: recalled.map(({ label }) => label),
          confidence: 0.8,
        },
        planner: "playbook",
        route_reason: "",
        observation: {
          ok: true,
          exit_code: null,
          output: "",
          summary: "",
          failure: null,
          source: "none",
          duration_ms: 0,
        },
        episode_id: "none",
        state_hash: "x",
      },
    ],
    episodes: [],
    ...over,
  };
  await log.saveRun(SCOPE, run.run_id, run);
  return run;
}

/** What is remembered, without what was superseded: by id, in one order. */
export function living(episodes: readonly Episode[]): Episode[] {
  return episodes
    .filter(({ status }) => status !== "superseded")
    .map((episode) => ({
      ...episode,
      links: episode.links.toSorted((a, b) => (a.type + a.to < b.type + b.to ? -1 : 1)),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
