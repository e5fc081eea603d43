import { join } from "node:path";
import { SqliteJobQueue } from "../src/jobs/sqlite/sqlite-job-queue.js";
import type { Job, JobState } from "../src/jobs/queue.js";
import type { ArchiveRecord } from "../src/memory/log/episode-log.js";
import { openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { readRunMarker } from "../src/reply/marker.js";
import type { BoxState } from "../test/support/github-box/state.js";

/** What a run leaves behind, without what may differ: times, and ids that are given anew. */
export interface EndState {
  /** By thread and run: the texts of all its comments. */
  replies: Map<string, string[]>;
  /** Each record of the log's export that counts. */
  memory: string[];
}

const PROGRESS = "- [ ] ";

export async function readEnd(state: BoxState, data: string): Promise<EndState> {
  return { replies: readReplies(state), memory: await readMemory(join(data, "mneme.db")) };
}

function readReplies(state: BoxState): Map<string, string[]> {
  const replies = new Map<string, string[]>();
  for (const repository of state.repositories.values())
    for (const issue of repository.issues.values())
      for (const { via, body } of issue.comments) {
        if (via !== state.app.id) continue;
        const key = `${repository.fullName}#${String(issue.number)} ${readRunMarker(body) ?? "no marker"}`;
        replies.set(key, [...(replies.get(key) ?? []), withoutTimes(body)]);
      }
  return replies;
}

export function isFinal(body: string): boolean {
  return !body.includes(PROGRESS);
}

async function readMemory(file: string): Promise<string[]> {
  const log = await openEpisodeLog(file);
  try {
    const records: ArchiveRecord[] = [];
    for await (const record of log.exportRecords(null)) records.push(record);
    const undone = new Set(
      records.flatMap((record) =>
        record.type === "fact" && record.fact.fact.kind === "undo" ? [record.fact.fact.undoes] : [],
      ),
    );
    const live = records.filter(
      (record) => record.type !== "fact" || (record.fact.fact.kind !== "undo" && !undone.has(record.fact.id)),
    );
    return live.map(toComparable).sort();
  } finally {
    await log.close();
  }
}

/** A run of the sandbox or the planner is dated by the clock, what was read by the thread. */
function toComparable(record: ArchiveRecord): string {
  if (record.type === "fact") {
    const { scope, fact, attribution } = record.fact;
    return JSON.stringify({ scope, fact, by: attribution.by });
  }
  if (record.type !== "episode") return JSON.stringify(record);
  const { created_at, ...episode } = record.episode;
  const isRead = ["reporter", "maintainer", "participant"].includes(episode.provenance.source);
  return withoutTimes(JSON.stringify(isRead ? { created_at, ...episode } : episode));
}

function withoutTimes(text: string): string {
  return text.replace(/\b\d+(?:\.\d+)? (?:ms|s|min)\b/g, "{time}");
}

export async function readJobs(data: string, states?: JobState[]): Promise<Job[]> {
  const queue = SqliteJobQueue.open(join(data, "jobs.db"));
  try {
    return await queue.list({ limit: 1_000_000, ...(states === undefined ? {} : { states }) });
  } finally {
    await queue.close();
  }
}
