import type { LearningLog } from "../../learning/learn-from-thread.js";
import { changesToward, MNEME } from "../../memory/wanted-facts.js";
import type { RunRecord } from "../../run-record.js";
import type { Forge } from "../forge.js";
import { isMaintainer } from "../permissions.js";
import { isOfReply, judgedIn, mayJudge, wantedFromReactions } from "./judge-reply.js";
import type { ReplyReactions } from "./reaction-source.js";

export interface ReactionDeps {
  forge: Pick<Forge, "permissionOf">;
  memory: LearningLog;
  /** ISO time. */
  now: () => string;
}

/**
 * Makes memory say what the reactions on a reply say now: what was taken back on GitHub is taken back here. Roles are
 * asked of GitHub. Gives the number of changes.
 */
export async function applyReactions(
  run: RunRecord,
  reply: ReplyReactions,
  deps: ReactionDeps,
): Promise<number> {
  const judged = judgedIn(run);
  if (judged.all.length === 0) return 0;
  const reader = { scope: run.scope, share: "organization" as const };
  const there = new Set((await deps.memory.get(reader, judged.all)).map(({ id }) => id));
  const all = judged.all.filter((id) => there.has(id));
  if (all.length === 0) return 0;
  const maintainers = await maintainersAmong(reply, run, deps);
  const wanted = wantedFromReactions(reply, { ...judged, all }, (login) => maintainers.has(login));
  const history = await deps.memory.facts(reader, all);
  const undoing = { by: MNEME, at: deps.now(), why: `the reaction on ${reply.url} was taken back` };
  const changes = changesToward(wanted, history.filter(isOfReply(reply.url)), undoing);
  await deps.memory.changeFacts(run.scope, changes);
  return changes.length;
}

async function maintainersAmong(
  reply: ReplyReactions,
  { scope }: RunRecord,
  { forge }: ReactionDeps,
): Promise<Set<string>> {
  const address = { installation: scope.installation, repo: reply.repo, number: reply.number };
  const asked = new Set(reply.reactions.filter((reaction) => mayJudge(reaction, reply)).map(({ by }) => by));
  const found = new Set<string>();
  for (const login of asked) if (isMaintainer(await forge.permissionOf(address, login))) found.add(login);
  return found;
}
