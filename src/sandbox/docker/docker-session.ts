import { randomUUID } from "node:crypto";
import { closeSync, createReadStream, openSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, posix } from "node:path";
import { Readable } from "node:stream";
import type Dockerode from "dockerode";
import { pack } from "tar-stream";
import { MnemeError } from "../../errors.js";
import type { ExecOptions, ExecResult, ReportsRefusals, SandboxSession, TakesArchives } from "../sandbox.js";
import { baseEnvironment, REPO, WORK, type ContainerSpec } from "./container-spec.js";
import { dockerError, ignoreGone } from "./docker-errors.js";
import type { Egress } from "./egress-container.js";
import { aptCommand, prepareImage } from "./prepared-image.js";
import { systemPackagesOf } from "../system-packages.js";
import { WorkContainer } from "./work-container.js";

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const TRANSFER_MS = 300_000;
/** What a snapshot holds: downloads are kept beside it and outlive a roll-back. */
const SNAPSHOT_FOLDERS = ["repo", "home", "tmp"];

interface Snapshot {
  file: string;
  image: string;
}

export class DockerSession implements SandboxSession, TakesArchives, ReportsRefusals {
  readonly workdir = REPO;
  #closed = false;
  #folder: string | null = null;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #images: string[] = [];

  readonly id: string;
  private readonly docker: Dockerode;
  private readonly spec: ContainerSpec;
  private container: WorkContainer;
  private readonly egress: Egress | null;

  constructor(
    id: string,
    docker: Dockerode,
    spec: ContainerSpec,
    container: WorkContainer,
    egress: Egress | null,
  ) {
    this.id = id;
    this.docker = docker;
    this.spec = spec;
    this.container = container;
    this.egress = egress;
  }

  /** Id of the image that commands run in now: it changes where system packages were installed. */
  get image(): string {
    return this.container.image;
  }

  get refusals(): ReportsRefusals["refusals"] {
    return this.egress?.refusals ?? [];
  }

  async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
    this.#mustBeOpen();
    const packages = systemPackagesOf(command);
    if (packages !== null) return await this.#installPackages(packages, options);
    const { stopped, ...result } = await this.container.run(["/bin/bash", "-c", command], {
      ...this.#limits(options),
      cwd: resolvePath(options.cwd ?? REPO),
      env: { ...baseEnvironment(), ...this.egress?.env, ...options.env },
    });
    if (stopped === "signal") throw abortReason(options.signal);
    const killed =
      stopped === null &&
      result.exit_code !== 0 &&
      (result.exit_code === 137 || /\bkilled\b/i.test(result.output));
    const out_of_memory = killed && ((await this.container.ranOutOfMemory()) ?? result.exit_code === 137);
    return { ...result, out_of_memory };
  }

  async writeFiles(files: Parameters<SandboxSession["writeFiles"]>[0]): Promise<void> {
    const archive = pack();
    for (const { path, content, mode } of files)
      archive.entry(
        { name: resolvePath(path).slice(1), mode: mode ?? 0o644, uid: 10_001, gid: 10_001 },
        Buffer.from(content),
      );
    archive.finalize();
    await this.importTar(archive as AsyncIterable<Uint8Array>, "/");
  }

  async importTar(tar: AsyncIterable<Uint8Array>, into: string = REPO): Promise<void> {
    this.#mustBeOpen();
    const argv = ["tar", "--no-same-owner", "--no-overwrite-dir", "-xf", "-", "-C", resolvePath(into)];
    const result = await this.container.run(argv, {
      stdin: Readable.from(tar),
      cwd: WORK,
      timeout_ms: TRANSFER_MS,
    });
    if (result.exit_code === 0) return;
    const full = /no space left/i.test(result.output);
    const why = full
      ? `more than the ${this.spec.limits.disk_mb} MB of sandbox.disk_mb`
      : result.output.trim().slice(-300);
    throw new MnemeError(
      full ? "limit_reached" : "unavailable",
      `Files could not be written to the sandbox: ${why}.`,
    );
  }

  async readFile(path: string, maxBytes: number): Promise<Uint8Array | null> {
    this.#mustBeOpen();
    const chunks: Buffer[] = [];
    const target = resolvePath(path);
    const result = await this.container.run(["head", "-c", String(maxBytes), "--", target], {
      onBytes: (bytes) => chunks.push(Buffer.from(bytes)),
      timeout_ms: 30_000,
    });
    return result.exit_code === 0 ? Buffer.concat(chunks) : null;
  }

  async snapshot(): Promise<string> {
    this.#mustBeOpen();
    this.#folder ??= await mkdtemp(join(tmpdir(), "mneme-sandbox-"));
    const id = randomUUID();
    const file = join(this.#folder, `${id}.tar`);
    const descriptor = openSync(file, "wx", 0o600);
    try {
      const result = await this.container.run(["tar", "-C", WORK, "-cf", "-", ...SNAPSHOT_FOLDERS], {
        onBytes: (bytes) => writeFileSync(descriptor, bytes),
        cwd: WORK,
        timeout_ms: TRANSFER_MS,
      });
      // 1 says that a file changed while it was read: a program of the run is still writing.
      if (result.exit_code > 1)
        throw new MnemeError(
          "unavailable",
          `The sandbox's files could not be kept: ${result.output.trim().slice(-300)}`,
        );
    } finally {
      closeSync(descriptor);
    }
    this.#snapshots.set(id, { file, image: this.container.image });
    return id;
  }

  async restore(snapshot: string): Promise<void> {
    this.#mustBeOpen();
    const kept = this.#snapshots.get(snapshot);
    if (kept === undefined) throw new MnemeError("not_found", `This session has no snapshot ${snapshot}.`);
    if (kept.image === this.container.image) {
      await this.container.killAll();
      const folders = SNAPSHOT_FOLDERS.map((name) => `${WORK}/${name}`);
      await this.container.run(["find", ...folders, "-mindepth", "1", "-delete"], {
        cwd: WORK,
        timeout_ms: TRANSFER_MS,
      });
    } else await this.#moveTo(kept.image);
    await this.#unpack(kept.file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // In this order, and each whatever became of the one before: nothing may stay behind.
    const parts: (() => Promise<unknown>)[] = [
      async () => await this.container[Symbol.asyncDispose](),
      async () => await this.egress?.[Symbol.asyncDispose](),
      ...this.#images
        .reverse()
        .map((image) => async () => await ignoreGone(this.docker.getImage(image).remove({ force: true }))),
      async () => this.#folder !== null && (await rm(this.#folder, { recursive: true, force: true })),
    ];
    const errors: unknown[] = [];
    for (const part of parts) await part().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw dockerError("Removing a sandbox", errors[0]);
  }

  async #installPackages(packages: readonly string[], options: ExecOptions): Promise<ExecResult> {
    const { result, image } = await prepareImage(
      this.docker,
      { ...this.spec, image: this.container.image },
      {
        ...this.#limits(options),
        argv: aptCommand(packages),
        env: { DEBIAN_FRONTEND: "noninteractive", LANG: "C.UTF-8", ...this.egress?.env },
      },
    );
    if (image === null) return result;
    this.#images.push(image);
    const kept = await this.snapshot();
    await this.#moveTo(image);
    await this.restore(this.#reassign(kept, image));
    return result;
  }

  /** The files of a snapshot, to be laid into a container of another image. */
  #reassign(snapshot: string, image: string): string {
    const kept = this.#snapshots.get(snapshot);
    if (kept !== undefined) kept.image = image;
    return snapshot;
  }

  async #moveTo(image: string): Promise<void> {
    const next = await WorkContainer.start(this.docker, { ...this.spec, image });
    const before = this.container;
    this.container = next;
    await before[Symbol.asyncDispose]();
  }

  async #unpack(file: string): Promise<void> {
    await this.importTar(createReadStream(file), WORK);
  }

  #limits(options: ExecOptions) {
    return {
      timeout_ms: options.timeout_ms ?? DEFAULT_TIMEOUT_MS,
      max_output_bytes: options.max_output_bytes ?? DEFAULT_OUTPUT_BYTES,
      ...(options.onOutput === undefined ? {} : { onText: options.onOutput }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    };
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new MnemeError("unavailable", "The sandbox was closed. Open a new one.");
  }
}

function resolvePath(path: string): string {
  return posix.normalize(isAbsolute(path) ? path : posix.join(REPO, path));
}

function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new MnemeError("limit_reached", "The command was stopped.");
}
