import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import { MnemeError } from "../errors.js";
import type { Job, JobQueue } from "../jobs/queue.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";

const SUSPENSION_NAMESPACE = "5b1f1a0e-8a55-4c6b-a1c4-2f2f3e1f5d3a";

/** More jobs than an installation gathers between its suspension and the word of it. */
const MOST_JOBS = 10_000;

const State = z.object({
  suspended: z.boolean(),
  by: z.string(),
  at: z.string(),
});
type State = z.infer<typeof State>;
const Scoped = z.object({ scope: z.object({ installation: z.string() }) });

/** Which installations their owners suspended: kept in the log of record, and erased with them. */
export class Suspensions {
  readonly #log: Pick<EpisodeLog, "run" | "saveRun">;
  readonly #queue: Pick<JobQueue, "list" | "retry">;

  constructor(log: Pick<EpisodeLog, "run" | "saveRun">, queue: Pick<JobQueue, "list" | "retry">) {
    this.#log = log;
    this.#queue = queue;
  }

  /**
   * Throws MnemeError("not_permitted") where the job's installation is suspended: nothing is asked of GitHub, and the
   * job is set aside until the installation comes back.
   */
  async refuseSuspended(job: Pick<Job, "payload">): Promise<void> {
    const scoped = Scoped.safeParse(job.payload);
    if (!scoped.success) return;
    const { installation } = scoped.data.scope;
    const state = State.safeParse(await this.#log.run(...placeOf(installation)));
    if (state.success && state.data.suspended)
      throw new MnemeError(
        "not_permitted",
        `installation ${installation} was suspended by ${state.data.by}: its jobs wait, and are taken up when it comes back`,
      );
  }

  /** Coming back, the jobs that were set aside meanwhile are taken up again. Gives their number. */
  async set(installation: string, state: State): Promise<number> {
    await this.#log.saveRun(...placeOf(installation), state);
    if (state.suspended) return 0;
    let retried = 0;
    for (const job of await this.#queue.list({ states: ["failed"], limit: MOST_JOBS })) {
      const scoped = Scoped.safeParse(job.payload);
      if (scoped.data?.scope.installation !== installation) continue;
      if (await this.#queue.retry(job.id)) retried += 1;
    }
    return retried;
  }
}

function placeOf(
  installation: string,
): [{ installation: string; repository: string; visibility: "private" }, string] {
  return [
    { installation, repository: "0", visibility: "private" },
    uuidv5(installation, SUSPENSION_NAMESPACE),
  ];
}
