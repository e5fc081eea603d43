import type { Job } from "../jobs/queue.js";
import type { Log } from "../log.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { PresentPlaces } from "./forge.js";
import { AT_WORK_MS, LAG_MS, lookAgain, type LookAgainDeps } from "./look-again.js";
import type { Notice } from "./notices.js";
import type { Suspensions } from "./suspension.js";

export interface SettleInstallationDeps extends LookAgainDeps {
  forge: Pick<PresentPlaces, "installationNow">;
  memory: Pick<EpisodeLog, "erase">;
  suspensions: Pick<Suspensions, "set">;
  log: Pick<Log, "info">;
}

/**
 * Uninstalling erases; it is final, since whoever installs the app again gets another installation. Whether one is
 * suspended is as GitHub tells now, whatever the event says.
 */
export async function settleInstallation(
  notice: Extract<Notice, { kind: "installation" }>,
  job: Pick<Job, "key">,
  deps: SettleInstallationDeps,
): Promise<void> {
  const { scope, change, by, why } = notice;
  const at = deps.now().toISOString();
  if (change === "deleted") {
    const erased = await deps.memory.erase(scope, { installation: true }, { by, at, why });
    deps.log.info({ scope, why, erased }, "memory erased");
    await lookAgain(notice, { job, wait: AT_WORK_MS }, deps);
    return;
  }
  const present = await deps.forge.installationNow(scope.installation);
  if (present === null) return;
  const { suspended } = present;
  const retried = await deps.suspensions.set(scope.installation, { suspended, by, at });
  deps.log.info({ scope, why, suspended, retried }, "installation suspended or back");
  const isAsTold = suspended === (change === "suspended");
  await lookAgain(notice, { job, wait: isAsTold ? 0 : LAG_MS }, deps);
}
