import type { Thread } from "./thread.js";
import type { Trigger } from "./trigger.js";

type Asked = Pick<Trigger, "kind" | "id" | "scope" | "permission" | "at">;

/** The reporter of a thread asks for a diagnosis by the last thing that was said, as no event of GitHub tells it: in replays and measurements. */
export function reporterTrigger(thread: Thread, asked: Asked): Trigger {
  return {
    ...asked,
    repo: thread.repo,
    number: thread.number,
    comment_id: asked.kind === "continuation" ? (thread.comments.at(-1)?.id ?? null) : null,
    command: "diagnose",
    arguments: "",
    by: thread.author,
    is_reporter: true,
  };
}
