import type Dockerode from "dockerode";
import { ignoreGone } from "./docker-errors.js";
import { isOrphan, RUN_LABEL } from "./labels.js";

/** Removes the containers, networks and images that earlier processes left; gives how many went. */
export async function sweepOrphans(docker: Dockerode, now: number): Promise<number> {
  const filters = { label: [RUN_LABEL] };
  let removed = 0;
  for (const { Id, Labels } of await docker.listContainers({ all: true, filters })) {
    if (!isOrphan(Labels, now)) continue;
    if (await ignoreGone(docker.getContainer(Id).remove({ force: true, v: true }))) removed += 1;
  }
  for (const { Id, Labels } of await docker.listNetworks({ filters })) {
    if (!isOrphan(Labels ?? {}, now)) continue;
    if (await ignoreGone(docker.getNetwork(Id).remove())) removed += 1;
  }
  for (const { Id, Labels } of await docker.listImages({ filters })) {
    if (!isOrphan(Labels, now)) continue;
    if (await ignoreGone(docker.getImage(Id).remove({ force: true }))) removed += 1;
  }
  return removed;
}
