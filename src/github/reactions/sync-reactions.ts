import { finishedRuns } from "../../learning/finished-runs.js";
import type { Scope } from "../../memory/scope.js";
import { applyReactions, type ReactionDeps } from "./apply-reactions.js";
import type { ReactionSource } from "./reaction-source.js";

/** The newest replies of a thread that an event makes us look at: one call. */
const MOST_REPLIES = 100;

/** Reads the reactions on our replies in one thread, at an event of that thread. Gives the number of changes. */
export async function syncReactions(
  scope: Scope,
  thread: string,
  deps: ReactionDeps & { source: ReactionSource },
): Promise<number> {
  const runs = (await finishedRuns(deps.memory, scope, thread)).slice(-MOST_REPLIES);
  const nodeIds = runs.flatMap(({ reply }) => reply?.node_id ?? []);
  if (nodeIds.length === 0) return 0;
  const { replies } = await deps.source.readReactions(scope.installation, nodeIds);
  let changes = 0;
  for (const run of runs) {
    const reply = replies.get(run.reply?.node_id ?? "");
    if (reply !== undefined) changes += await applyReactions(run, reply, deps);
  }
  return changes;
}
