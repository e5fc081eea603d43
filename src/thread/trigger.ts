import { z } from "zod";
import { Scope } from "../memory/scope.js";

export const TriggerCommand = z.enum([
  "help",
  "diagnose",
  "setup",
  "verify",
  "why",
  "remember",
  "correct",
  "forget",
  "gold",
  "stop",
  "resume",
  "budget",
]);
export type TriggerCommand = z.infer<typeof TriggerCommand>;

export const Permission = z.enum(["admin", "maintain", "write", "triage", "read", "none"]);
export type Permission = z.infer<typeof Permission>;

/** What asked mneme to work on a thread. It is what a job holds, so it is plain JSON. */
export const Trigger = z.object({
  kind: z.enum(["opened", "comment", "label", "continuation", "cli"]),
  /** Unique for what was asked: the delivery id, or a run's own id for the command line. */
  id: z.string(),
  scope: Scope,
  /** "owner/name" as of the event. */
  repo: z.string(),
  number: z.number().int().positive(),
  /** The comment that asked, null for the body of the issue. */
  comment_id: z.string().nullable(),
  command: TriggerCommand,
  /** What stands behind the command: "M3 because …". */
  arguments: z.string(),
  by: z.string(),
  permission: Permission,
  is_reporter: z.boolean(),
  /** Nobody asked by name: an issue that was merely opened. */
  unasked: z.literal(true).optional(),
  /** The label that was added, where that is what asks. */
  label: z.string().optional(),
  at: z.iso.datetime({ offset: true }),
});
export type Trigger = z.infer<typeof Trigger>;

/** Why an event is not worked on: logged, never answered. */
export interface Ignored {
  ignored: true;
  reason:
    | "own_event"
    | "bot"
    | "not_permitted"
    | "seen"
    | "pull_request"
    | "stopped"
    | "transferred"
    | "unknown_event";
}
