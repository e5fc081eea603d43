import { z } from "zod";
import { Environment } from "../environment/environment.js";
import { Entity, FailureCase } from "../failures/failure-case.js";
import { Scope } from "./scope.js";

export const EPISODE_SCHEMA_VERSION = 1;

export const EpisodeKind = z.enum([
  "report",
  "environment",
  "question",
  "answer",
  "attempt",
  "observation",
  "diagnosis",
  "resolution",
  "note",
]);
export type EpisodeKind = z.infer<typeof EpisodeKind>;

export const EpisodeStatus = z.enum(["open", "located", "resolved", "refuted", "superseded"]);
export type EpisodeStatus = z.infer<typeof EpisodeStatus>;

export const LinkType = z.enum([
  "causes",
  "answers",
  "confirms",
  "contradicts",
  "resolves",
  "supersedes",
  "applied_in",
]);
export type LinkType = z.infer<typeof LinkType>;

/** `to` is an episode id, or a URL for what lies outside the memory (a commit, a pull request, an issue). */
export const EpisodeLink = z.object({ type: LinkType, to: z.string() });
export type EpisodeLink = z.infer<typeof EpisodeLink>;

export const EpisodeAction = z.object({
  /** A plan's action ("run_command") or, for what people did, "reported", "tried", "changed". */
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  command: z.string().optional(),
});
export type EpisodeAction = z.infer<typeof EpisodeAction>;

export const EpisodeOutcome = z.object({
  success: z.boolean(),
  exit_code: z.number().int().nullable().optional(),
  failure_case: FailureCase.optional(),
  excerpt: z.string(),
});
export type EpisodeOutcome = z.infer<typeof EpisodeOutcome>;

export const EpisodeSource = z.enum([
  "sandbox_verified",
  "sandbox",
  "maintainer",
  "reporter",
  "participant",
  "inference",
  "import",
]);
export type EpisodeSource = z.infer<typeof EpisodeSource>;

export const Provenance = z.object({
  source: EpisodeSource,
  url: z.string(),
  /** null: the body of the issue, or no comment at all. */
  comment_id: z.string().nullable(),
  author_role: z.string().nullable(),
  /** SHA-256 (hex) of the text that the episode was read from. */
  quoted_text_hash: z.string(),
});
export type Provenance = z.infer<typeof Provenance>;

export const Gold = z.object({ by: z.string(), at: z.iso.datetime(), permalink: z.string() });
export type Gold = z.infer<typeof Gold>;

/** Times shown to a planner, cited by an executed plan, followed by a good outcome, by a bad one. */
export const Counters = z.object({
  exposed: z.number().int().nonnegative(),
  adopted: z.number().int().nonnegative(),
  helped: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
});
export type Counters = z.infer<typeof Counters>;

/**
 * One immutable unit of memory, with the facts appended to it folded in (status, links, confidence, gold,
 * counters are views over those facts).
 */
export const Episode = z.object({
  /** UUIDv5 of scope, thread, source and ordinal: rebuilding the chain gives the same ids. */
  id: z.uuid(),
  scope: Scope,
  /** Key of the thread: "owner/repo#number" for people, ids in the scope keep it stable. */
  thread: z.string(),
  seq: z.number().int().nonnegative(),
  kind: EpisodeKind,
  summary: z.string(),
  symptoms: z.array(z.string()),
  action: EpisodeAction.optional(),
  outcome: EpisodeOutcome.optional(),
  environment: Environment,
  entities: z.array(Entity),
  tags: z.array(z.string()),
  status: EpisodeStatus,
  resolved_by: z.string().optional(),
  links: z.array(EpisodeLink),
  /** Posterior mean, in (0, 1). */
  confidence: z.number().min(0).max(1),
  provenance: Provenance,
  gold: Gold.optional(),
  counters: Counters,
  created_at: z.iso.datetime(),
  schema_version: z.literal(EPISODE_SCHEMA_VERSION),
});
export type Episode = z.infer<typeof Episode>;

export function noCounters(): Counters {
  return { exposed: 0, adopted: 0, helped: 0, failed: 0 };
}

/** Of a recalled memory, the episode whose word and confidence are told: what resolved its thread, where that is known. */
export function spokesmanOf(memory: { episode: Episode; resolution: Episode | null }): Episode {
  return memory.resolution ?? memory.episode;
}
