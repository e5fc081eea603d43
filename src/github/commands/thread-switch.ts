import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import type { EpisodeLog } from "../../memory/log/episode-log.js";
import type { Trigger } from "../../thread/trigger.js";

const SWITCH_NAMESPACE = "0d6e3f0c-7a34-4a0f-9b1c-0e8b3f5f4c55";

const SwitchState = z.object({ stopped: z.boolean(), by: z.string(), at: z.string() });

/** Whether mneme was told to be silent in a thread: kept beside the runs in the log of record. */
export class ThreadSwitch {
  readonly #log: Pick<EpisodeLog, "run" | "saveRun">;

  constructor(log: Pick<EpisodeLog, "run" | "saveRun">) {
    this.#log = log;
  }

  async isStopped(trigger: Trigger): Promise<boolean> {
    const state = SwitchState.safeParse(await this.#log.run(trigger.scope, idOf(trigger)));
    return state.success && state.data.stopped;
  }

  async set(trigger: Trigger, stopped: boolean): Promise<void> {
    const state = { stopped, by: trigger.by, at: trigger.at };
    await this.#log.saveRun(trigger.scope, idOf(trigger), state);
  }
}

function idOf({ scope, number }: Trigger): string {
  return uuidv5(`${scope.repository}#${number}`, SWITCH_NAMESPACE);
}
