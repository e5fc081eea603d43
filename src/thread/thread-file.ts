import { z } from "zod";

/**
 * The recorded form of a thread, as lenient as a hand-made file may ask for: unknown fields are ignored, and what
 * can be worked out may be missing. What cannot be (a title, a comment's text) is required.
 */
const Id = z.union([z.string(), z.number()]).nullish();
const Text = z.string().nullish();

const RecordedComment = z.object({
  id: Id,
  author: Text,
  author_role: Text,
  body: z.string(),
  created_at: Text,
  edited_at: Text,
  url: Text,
  html_url: Text,
  minimized: z.boolean().nullish(),
});
export type RecordedComment = z.infer<typeof RecordedComment>;

const RecordedEvent = z.object({
  kind: z.string(),
  at: Text,
  actor: Text,
  reason: Text,
  target: Text,
});
export type RecordedEvent = z.infer<typeof RecordedEvent>;

export const ThreadFile = z.object({
  source_url: Text,
  repo: Text,
  number: z.union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)]).nullish(),
  title: z.string().trim().min(1),
  body: Text,
  /** Trackers beside GitHub keep the system in a field of its own. */
  environment: Text,
  author: Text,
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).nullish(),
  state: Text,
  state_reason: Text,
  locked: z.boolean().nullish(),
  created_at: Text,
  comments: z.array(RecordedComment).nullish(),
  events: z.array(RecordedEvent).nullish(),
});
export type ThreadFile = z.infer<typeof ThreadFile>;
