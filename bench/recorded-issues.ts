import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseThreadFile } from "../src/thread/read-thread-file.js";
import type { Thread } from "../src/thread/thread.js";
import type { GithubBox } from "../test/support/github-box/github-box.js";

/** Other trackers have more. */
const REASONS = ["completed", "not_planned", "duplicate"];

const FOLDERS = ["examples/threads", "test/fixtures/threads"];

/** Fills a repository with closed issues: the recorded threads of this project in turn, each told a little differently. */
export function fillWithRecordings(box: GithubBox, repo: string, issues: number): number {
  const repository = box.state.addRepository(repo);
  box.state.setRole(repository, "maintainer", "maintain");
  const threads = readRecordings();
  let comments = 0;
  for (let n = 0; n < issues; n += 1) {
    const thread = threads[n % threads.length];
    if (thread === undefined) continue;
    const tell = (text: string): string => vary(text, n);
    const issue = box.state.addIssue(repository, {
      by: `reporter-${String(n % 900)}`,
      title: tell(thread.title),
      body: tell(thread.body),
      labels: thread.labels,
      state: "closed",
      state_reason: REASONS.find((reason) => reason === thread.state_reason) ?? "completed",
    });
    for (const comment of thread.comments) {
      const by =
        comment.author_role === "reporter" ? (issue.user?.login ?? "") : speakerOf(comment.author_role, n);
      box.state.addComment(issue, by, tell(comment.body));
      comments += 1;
    }
    const maintainer = box.state.user("maintainer");
    const state_reason = issue.state_reason ?? "completed";
    issue.events.push({ event: "closed", actor: maintainer, created_at: box.state.tick(), state_reason });
  }
  return comments;
}

export function readRecordings(): Thread[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .sort()
      .map((file) => parseThreadFile(readFileSync(join(folder, file), "utf8"), file)),
  );
}

function speakerOf(role: string, n: number): string {
  if (role === "maintainer") return "maintainer";
  return role === "bot" ? "helper[bot]" : `visitor-${String(n % 2_000)}`;
}

/** Other people's numbers: versions, line numbers and names differ from issue to issue. */
function vary(text: string, n: number): string {
  return `${text.replace(/\bline \d+\b/g, `line ${String(10 + (n % 400))}`)}\n\n(case ${String(n)}, build ${(n * 7919).toString(16)})`;
}
