import type Dockerode from "dockerode";
import type { ExecResult } from "../sandbox.js";
import { prepareOptions, type ContainerSpec } from "./container-spec.js";
import { dockerError, ignoreGone } from "./docker-errors.js";
import { runExec } from "./run-exec.js";

export interface Preparation {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  timeout_ms: number;
  max_output_bytes: number;
  onText?: (text: string) => void;
  signal?: AbortSignal;
}

export interface Prepared {
  result: ExecResult;
  image: string | null;
}

/**
 * Runs one trusted command as root in a container of its own, which nothing of the repository ever enters, and
 * commits what came of it as a new image. `image` is null where the command failed.
 */
export async function prepareImage(
  docker: Dockerode,
  spec: ContainerSpec,
  preparation: Preparation,
): Promise<Prepared> {
  let container: Dockerode.Container | null = null;
  try {
    const created = await docker.createContainer(prepareOptions(spec));
    container = created;
    await created.start();
    const request = { ...preparation, user: "0:0", cwd: "/" };
    const raw = await runExec(created, request, async () => {
      await ignoreGone(created.kill());
    });
    const { stopped, ...result } = raw;
    const outcome = { ...result, out_of_memory: stopped === null && result.exit_code === 137 };
    if (result.exit_code !== 0) return { result: outcome, image: null };
    const committed = (await created.commit({ pause: false, Labels: spec.labels })) as { Id: string };
    return { result: outcome, image: committed.Id };
  } catch (error) {
    throw dockerError("Installing system packages for the sandbox", error);
  } finally {
    if (container !== null) await ignoreGone(container.remove({ force: true, v: true }));
  }
}

/** Installs Debian packages; the lists of the image are used as they are, and renewed where they are out of date. */
export function aptCommand(packages: readonly string[]): string[] {
  const script =
    'apt-get install -y --no-install-recommends "$@" || { apt-get update && apt-get install -y --no-install-recommends "$@"; }';
  return ["/bin/sh", "-c", script, "sh", ...packages];
}
