import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import type { RepositoryPolicy } from "../../config/repository/policy.js";
import type { EpisodeLog } from "../../memory/log/episode-log.js";
import type { Comment, Thread } from "../../thread/thread.js";
import type { Trigger } from "../../thread/trigger.js";
import type { Forge } from "../forge.js";
import { addressOf } from "../publish.js";
import { readRequest } from "../read-request.js";
import { entryOf, mayUse } from "./command-table.js";

const SWITCH_NAMESPACE = "0d6e3f0c-7a34-4a0f-9b1c-0e8b3f5f4c55";
/** Older ones than so many have been overruled. */
const MOST_KEPT = 50;

const Switch = z.object({
  comment_id: z.string().nullable(),
  /** When it was said (ISO time). */
  at: z.string(),
  stopped: z.boolean(),
});
type Switch = z.infer<typeof Switch>;

const Switches = z.object({ switches: z.array(Switch) });

export interface ThreadSwitchDeps {
  log: Pick<EpisodeLog, "run" | "saveRun">;
  forge: Pick<Forge, "permissionOf">;
}

/**
 * Whether mneme was told to be silent in a thread at the moment at which something was asked there, whatever order their
 * events come in: by what was worked already, kept beside the runs in the log of record, and by what the thread shows
 * that nobody told us of yet.
 */
export class ThreadSwitch {
  readonly #deps: ThreadSwitchDeps;

  constructor(deps: ThreadSwitchDeps) {
    this.#deps = deps;
  }

  /** @param thread as it is now; null where it cannot be read */
  async isStopped(
    trigger: Trigger,
    { roles }: Pick<RepositoryPolicy, "roles">,
    thread: Thread | null,
  ): Promise<boolean> {
    const known = await this.#known(trigger);
    const before = [...known, ...(await this.#untold(trigger, thread, { known, roles }))].filter((one) =>
      isBefore(one, trigger),
    );
    return before.toSorted(inTime).at(-1)?.stopped ?? false;
  }

  async set(trigger: Trigger, stopped: boolean): Promise<void> {
    const { comment_id, at } = trigger;
    const others = (await this.#known(trigger)).filter((one) => one.comment_id !== comment_id);
    const switches = [...others, { comment_id, at, stopped }].toSorted(inTime).slice(-MOST_KEPT);
    await this.#deps.log.saveRun(trigger.scope, idOf(trigger), { switches });
  }

  async #known(trigger: Trigger): Promise<Switch[]> {
    const kept = Switches.safeParse(await this.#deps.log.run(trigger.scope, idOf(trigger)));
    return kept.success ? kept.data.switches : [];
  }

  /** Those in the thread that are not known, by people who may; what was edited may have said something else. */
  async #untold(
    trigger: Trigger,
    thread: Thread | null,
    { known, roles }: { known: readonly Switch[]; roles: RepositoryPolicy["roles"] },
  ): Promise<Switch[]> {
    const heard = new Set(known.map(({ comment_id }) => comment_id));
    const untold: Switch[] = [];
    for (const comment of thread?.comments ?? []) {
      const said = heard.has(comment.id) ? null : switchIn(comment);
      if (said === null || !isBefore(said, trigger)) continue;
      const permission = await this.#deps.forge.permissionOf(addressOf(trigger), comment.author);
      const who = { permission, is_reporter: comment.author === thread?.author };
      if (mayUse(entryOf("stop"), who, roles)) untold.push(said);
    }
    return untold;
  }
}

function switchIn({ id, author_role, body, created_at, edited_at }: Comment): Switch | null {
  if (author_role === "bot" || edited_at !== null || created_at === null) return null;
  const command = readRequest(body, "mneme")?.command;
  if (command !== "stop" && command !== "resume") return null;
  return { comment_id: id, at: created_at, stopped: command === "stop" };
}

function isBefore(one: Switch, trigger: Trigger): boolean {
  return one.comment_id !== trigger.comment_id && inTime(one, trigger) < 0;
}

/** GitHub's times are whole seconds; comments are numbered in their order. What is no comment was there first. */
function inTime(a: Pick<Switch, "at" | "comment_id">, b: Pick<Switch, "at" | "comment_id">): number {
  return Date.parse(a.at) - Date.parse(b.at) || Number(a.comment_id ?? 0) - Number(b.comment_id ?? 0);
}

function idOf({ scope, number }: Trigger): string {
  return uuidv5(`${scope.repository}#${number}`, SWITCH_NAMESPACE);
}
