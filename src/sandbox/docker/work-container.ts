import type Dockerode from "dockerode";
import { MnemeError } from "../../errors.js";
import {
  CACHE,
  COMMAND_USER,
  createOptions,
  HOME,
  REPO,
  TMP,
  WORK,
  type ContainerSpec,
} from "./container-spec.js";
import { closeStream, dockerError, ignoreGone } from "./docker-errors.js";
import { runExec, wait, type ExecRequest, type RawResult } from "./run-exec.js";

const KILL_MS = 12_000;

export type UserExec = Pick<ExecRequest, "timeout_ms"> & Partial<Omit<ExecRequest, "user" | "argv">>;

/** One running container of a session, and what can be done in it as the unprivileged user. */
export class WorkContainer implements AsyncDisposable {
  #lost: string | null = null;
  #oomKills = 0;

  private readonly docker: Dockerode;
  private readonly container: Dockerode.Container;
  readonly image: string;

  private constructor(docker: Dockerode, container: Dockerode.Container, image: string) {
    this.docker = docker;
    this.container = container;
    this.image = image;
  }

  static async start(docker: Dockerode, spec: ContainerSpec): Promise<WorkContainer> {
    let container: Dockerode.Container | null = null;
    try {
      container = await docker.createContainer(createOptions(spec));
      await container.start();
      const started = new WorkContainer(docker, container, spec.image);
      const made = await started.run(["mkdir", "-p", REPO, HOME, CACHE, TMP], {
        cwd: WORK,
        timeout_ms: 30_000,
      });
      if (made.exit_code !== 0)
        throw new MnemeError(
          "unavailable",
          `The sandbox's work folder cannot be written: ${made.output.trim()}`,
        );
      return started;
    } catch (error) {
      if (container !== null) await ignoreGone(container.remove({ force: true, v: true }));
      throw dockerError("Starting a sandbox", error);
    }
  }

  get id(): string {
    return this.container.id;
  }

  async run(argv: readonly string[], options: UserExec): Promise<RawResult> {
    if (this.#lost !== null)
      throw new MnemeError("unavailable", `The sandbox is gone: ${this.#lost}. Open a new one.`, {
        retryable: true,
      });
    const request = { user: COMMAND_USER, cwd: REPO, env: {}, max_output_bytes: 65_536, ...options, argv };
    return await runExec(this.container, request, () => this.killAll());
  }

  /**
   * Ends every process of the unprivileged user, also those that left their process group or session. The first
   * process has another user and stays. Where even that cannot be started, the container goes.
   */
  async killAll(): Promise<void> {
    const killed = await Promise.race([this.#killAll().catch(() => false), wait(KILL_MS)]);
    if (killed === true) return;
    this.#lost = "its processes could not be ended and it was removed";
    await ignoreGone(this.container.kill());
  }

  async #killAll(): Promise<boolean> {
    const exec = await this.container.exec({
      Cmd: ["/bin/bash", "-c", "kill -KILL -1"],
      User: COMMAND_USER,
      AttachStdout: false,
      AttachStderr: false,
    });
    closeStream(await exec.start({ Detach: true }));
    while ((await exec.inspect()).Running) await wait(20);
    return true;
  }

  /**
   * True if the kernel ended a process for want of memory since this was last asked. It counts per container; the
   * daemon itself tells only of the first process, which is never the one.
   */
  async ranOutOfMemory(): Promise<boolean | null> {
    if (this.#lost !== null) return null;
    const files = "/sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control";
    const { output } = await this.run(["/bin/bash", "-c", `grep -hs '^oom_kill ' ${files}`], {
      cwd: "/",
      timeout_ms: 15_000,
    });
    const count = Number(/oom_kill (\d+)/.exec(output)?.[1]);
    if (Number.isNaN(count)) return null;
    const more = count > this.#oomKills;
    this.#oomKills = count;
    return more;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lost ??= "it was closed";
    try {
      await ignoreGone(this.docker.getContainer(this.container.id).remove({ force: true, v: true }));
    } catch (error) {
      throw dockerError("Removing a sandbox", error);
    }
  }
}
