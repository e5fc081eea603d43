import { z } from "zod";
import { Episode } from "../memory/episode.js";

export const SignalName = z.enum([
  "fingerprint",
  "lexical",
  "dense",
  "entities",
  "environment",
  "confidence",
  "recency",
  "same_repository",
  "experience",
]);
export type SignalName = z.infer<typeof SignalName>;

/** Why a memory was recalled: one line per signal that spoke, with its share of the score. */
export const RecallReason = z.object({ signal: SignalName, score: z.number(), text: z.string() });
export type RecallReason = z.infer<typeof RecallReason>;

/** What many cases of one fault teach together. */
export const RecalledExperience = z.object({
  id: z.uuid(),
  level: z.enum(["case", "pattern", "procedure"]),
  /** Issues in which the fault was seen. */
  issues: z.number().int().nonnegative(),
  /** How the way that is remembered here did in all of them; null where this issue was resolved in another way. */
  way: z
    .object({
      held: z.number().int().nonnegative(),
      failed: z.number().int().nonnegative(),
      /** Mean of its Beta posterior, in (0, 1). */
      belief: z.number(),
    })
    .nullable(),
});
export type RecalledExperience = z.infer<typeof RecalledExperience>;

export const Recalled = z.object({
  /** "M1" … as shown to the planner and in the reply. */
  label: z.string(),
  episode: Episode,
  /** Title of the issue that it comes from, where its report is remembered. */
  title: z.string().optional(),
  /** In (0, 1); comparable within one result and against the threshold. */
  score: z.number(),
  /** Functions of the program's own that its logs end in: "parse (src/parse.c:42)". */
  places: z.array(z.string()).optional(),
  reasons: z.array(RecallReason),
  environment_match: z.enum(["match", "unknown", "mismatch"]),
  /** What differs and may matter: "macOS there, Linux here". */
  differences: z.array(z.string()),
  /** Shown as a warning only: the environment differs on a dimension that the fix depends on. */
  warning_only: z.boolean(),
  /** What resolved the thread that it comes from, where that is known. */
  resolution: Episode.nullable(),
  /** Absent where the fault was seen too seldom. */
  experience: RecalledExperience.optional(),
});
export type Recalled = z.infer<typeof Recalled>;

/** The episodes behind a memory that is shown: the case, and what resolved it. */
export function episodesOf({ episode, resolution }: Recalled): Episode[] {
  return resolution === null || resolution.id === episode.id ? [episode] : [episode, resolution];
}

/** Memories that disagree on the same question. */
export const Conflict = z.object({ labels: z.array(z.string()), about: z.string() });
export type Conflict = z.infer<typeof Conflict>;

export const RecallResult = z.object({
  moment: z.enum(["preventive", "reactive", "thread"]),
  recalled: z.array(Recalled),
  conflicts: z.array(Conflict),
  /** Why nothing is shown, null where something is. */
  abstained: z.string().nullable(),
  /** "index down, searched the log of record" … null where all worked. */
  degraded: z.string().nullable(),
  considered: z.number().int().nonnegative(),
});
export type RecallResult = z.infer<typeof RecallResult>;

export function nothingRecalled(moment: RecallResult["moment"], abstained: string): RecallResult {
  return { moment, recalled: [], conflicts: [], abstained, degraded: null, considered: 0 };
}
