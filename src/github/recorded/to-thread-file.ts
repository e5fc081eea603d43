import type { Thread } from "../../thread/thread.js";
import type { ThreadFile } from "../../thread/thread-file.js";

/** A thread as it is saved: what parseThreadFile reads back. `redact` is applied to every text that people wrote. */
export function toThreadFile(thread: Thread, redact: (text: string) => string): ThreadFile {
  return {
    ...thread,
    environment: null,
    title: redact(thread.title),
    body: redact(thread.body),
    comments: thread.comments.map((comment) => ({ ...comment, html_url: null, body: redact(comment.body) })),
  };
}
