import { z } from "zod";
import { Episode } from "./memory/episode.js";
import { Scope } from "./memory/scope.js";
import { Observation } from "./planning/observation.js";
import { Plan } from "./planning/plan.js";
import { Usage } from "./planning/usage.js";
import { RecallResult } from "./recall/recalled.js";
import { Trigger } from "./thread/trigger.js";

export const RUN_RECORD_VERSION = 1;

export const RecordedFact = z.object({
  key: z.string(),
  value: z.string(),
  comment_id: z.string().nullable(),
  author_role: z.string(),
  confidence: z.number(),
});
export type RecordedFact = z.infer<typeof RecordedFact>;

export const RecordedStep = z.object({
  n: z.number().int().positive(),
  plan: Plan,
  planner: z.string(),
  route_reason: z.string(),
  observation: Observation,
  /** The calls to a model that the decision took. */
  calls: z.array(Usage).optional(),
  /** The episode that this step left behind. */
  episode_id: z.string(),
  state_hash: z.string(),
});
export type RecordedStep = z.infer<typeof RecordedStep>;

export const RecordedProof = z.object({
  id: z.string(),
  image: z.string(),
  commands: z.array(z.string()),
  exit_code_before: z.number().int(),
  exit_code_after: z.number().int(),
  log_hash: z.string(),
});
export type RecordedProof = z.infer<typeof RecordedProof>;

export const Spent = z.object({
  steps: z.number().int().nonnegative(),
  wall_ms: z.number().nonnegative(),
  tokens: z.number().int().nonnegative(),
  usd: z.number().nonnegative(),
});
export type Spent = z.infer<typeof Spent>;

export const RunEnd = z.enum([
  "concluded",
  "proposed",
  "asked",
  "declined",
  "limit",
  "no_progress",
  "outage",
]);
export type RunEnd = z.infer<typeof RunEnd>;

/** One trigger worked through to a reply: what the reply, replay, the dashboard and the evaluation all read. */
export const RunRecord = z.object({
  schema_version: z.literal(RUN_RECORD_VERSION),
  run_id: z.string(),
  trigger: Trigger,
  scope: Scope,
  /** "owner/repo#12" */
  thread: z.string(),
  url: z.string(),
  title: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  facts: z.array(RecordedFact),
  open_questions: z.array(z.string()),
  recall: RecallResult,
  steps: z.array(RecordedStep),
  /** The terminal plan, null where the run ended otherwise. */
  final: Plan.nullable(),
  ended: RunEnd.nullable(),
  /** Whose budget the run has: its own, or what the thread's or the repository's day has left. */
  limited_by: z.enum(["run", "thread", "day"]).optional(),
  /** Worked without memory, to measure what memory brings. */
  control: z.boolean().optional(),
  proof: RecordedProof.nullable(),
  spent: Spent,
  /** The calls to a model that read what commands printed: they belong to no decision. */
  readings: z.array(Usage).optional(),
  /** What did not work on the way, in words for people. */
  degraded: z.array(z.string()),
  /** Episodes made by this run. */
  episodes: z.array(Episode),
  reply: z
    .object({
      markdown: z.string(),
      comment_id: z.string().nullable(),
      url: z.string().nullable(),
      /** GitHub's GraphQL id, by which its reactions are read. */
      node_id: z.string().optional(),
    })
    .nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;
