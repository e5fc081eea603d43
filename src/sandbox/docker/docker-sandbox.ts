import { randomUUID } from "node:crypto";
import Dockerode from "dockerode";
import { isMnemeError, messageOf } from "../../errors.js";
import { parseOperatorList, type AllowedHost } from "../egress/allow-list.js";
import type { Sandbox, SandboxSpec } from "../sandbox.js";
import { imageWithCertificates } from "./certificates.js";
import type { ContainerSpec } from "./container-spec.js";
import { DAEMON_HELP, dockerError, PERMISSION_HELP } from "./docker-errors.js";
import { DockerSession } from "./docker-session.js";
import { openEgress, type Egress, type EgressRefusal } from "./egress-container.js";
import { Images } from "./images.js";
import { isPullable, type PullProgress } from "./pull-image.js";
import { labelsFor } from "./labels.js";
import { sweepOrphans } from "./sweep.js";
import { WorkContainer } from "./work-container.js";

export interface DockerSandboxOptions {
  /** Null for what DOCKER_HOST says, else the default socket. A path or a URL. */
  host: string | null;
  /** Default image; `sandbox/build.sh` makes it. */
  image: string;
  /** "runsc", "kata" …; null for Docker's default. */
  runtime: string | null;
  /** A container lives at most this long, whatever happens. */
  lifetime_seconds: number;
  /** PEM file of a corporate CA for every tool in the image; null for none. */
  ca_bundle: string | null;
  /** Hosts that runs may reach besides the package registries. */
  allow_hosts: readonly string[];
  onRefusal: (refusal: EgressRefusal) => void;
  /** How far an image is that has to be fetched first. */
  onPull: (progress: PullProgress) => void;
}

export const DEFAULT_DOCKER_OPTIONS: DockerSandboxOptions = {
  host: null,
  image: "mneme-sandbox",
  runtime: null,
  lifetime_seconds: 7_200,
  ca_bundle: null,
  allow_hosts: [],
  onRefusal: () => undefined,
  onPull: () => undefined,
};

const BUILD_HELP = "Build it with: npm run sandbox:build (it takes some minutes, once).";
const PING_MS = 5_000;

export class DockerSandbox implements Sandbox {
  readonly kind = "docker";
  readonly #docker: Dockerode;
  readonly #images: Images;
  readonly #operatorHosts: AllowedHost[];

  private readonly options: DockerSandboxOptions;

  constructor(options: DockerSandboxOptions = DEFAULT_DOCKER_OPTIONS) {
    this.options = options;
    this.#docker = new Dockerode(connection(options.host));
    this.#images = new Images(this.#docker, BUILD_HELP, options.onPull);
    this.#operatorHosts = parseOperatorList(options.allow_hosts);
  }

  async unavailableBecause(): Promise<string | null> {
    try {
      const info = (await withTimeout(this.#docker.info(), PING_MS)) as DaemonInfo;
      if (!info.MemoryLimit || !info.PidsLimit)
        return "This Docker daemon cannot limit memory or processes (a rootless daemon without cgroup delegation). Enable cgroup v2 delegation for its user.";
      if (this.options.runtime !== null && !Object.hasOwn(info.Runtimes ?? {}, this.options.runtime))
        return `This Docker daemon has no runtime "${this.options.runtime}". Install it, or leave sandbox.runtime empty.`;
      // An image that names its registry is fetched when it is first used.
      if (!isPullable(this.options.image)) await this.#images.idOf(this.options.image);
      return null;
    } catch (error) {
      return explain(error);
    }
  }

  async open(spec: SandboxSpec): Promise<DockerSession> {
    const id = randomUUID();
    const named = await this.#images.ensure(spec.image ?? this.options.image);
    const { ca_bundle } = this.options;
    const image = ca_bundle === null ? named : await imageWithCertificates(this.#docker, named, ca_bundle);
    const labels = labelsFor(spec.run_id, this.options.lifetime_seconds);
    const egress = spec.network === "none" ? null : await this.#openEgress(image, id, labels);
    const container: ContainerSpec = {
      image,
      labels,
      limits: spec.limits,
      network: egress?.network ?? "none",
      lifetime_seconds: this.options.lifetime_seconds,
      runtime: this.options.runtime,
    };
    // Side by side: either takes most of a second on a busy host.
    const [started, ready] = await Promise.allSettled([
      WorkContainer.start(this.#docker, container),
      egress?.ready,
    ]);
    if (started.status === "fulfilled" && ready.status === "fulfilled")
      return new DockerSession(id, this.#docker, container, started.value, egress);
    if (started.status === "fulfilled") await started.value[Symbol.asyncDispose]();
    await egress?.[Symbol.asyncDispose]();
    throw started.status === "rejected" ? started.reason : (ready as PromiseRejectedResult).reason;
  }

  async sweep(): Promise<number> {
    try {
      return await sweepOrphans(this.#docker, Date.now());
    } catch (error) {
      throw dockerError("Sweeping what earlier runs left", error);
    }
  }

  async #openEgress(image: string, id: string, labels: Record<string, string>): Promise<Egress> {
    const [allow, proxyImage] = await Promise.all([
      this.#images.registriesOf(image),
      this.#images.ensure(this.options.image),
    ]);
    return await openEgress(this.#docker, {
      image: proxyImage,
      name: `mneme-${id}`,
      labels,
      allow: [...allow, ...this.#operatorHosts],
      runtime: this.options.runtime,
      onRefusal: this.options.onRefusal,
    });
  }
}

interface DaemonInfo {
  MemoryLimit?: boolean;
  PidsLimit?: boolean;
  Runtimes?: Record<string, unknown>;
}

/** docker-modem itself reads DOCKER_HOST where nothing is given. */
function connection(host: string | null): Dockerode.DockerOptions | undefined {
  if (host === null || host === "") return undefined;
  if (host.startsWith("unix://")) return { socketPath: host.slice("unix://".length) };
  if (host.startsWith("/")) return { socketPath: host };
  const url = new URL(host.replace(/^tcp:/, "http:"));
  return {
    host: url.hostname,
    port: Number(url.port || 2375),
    protocol: url.protocol === "https:" ? "https" : "http",
  };
}

function explain(error: unknown): string {
  if (isMnemeError(error)) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM") return `No permission on the Docker socket. ${PERMISSION_HELP}`;
  if (code === "ENOENT" || code === "ECONNREFUSED") return `No Docker daemon answers. ${DAEMON_HELP}`;
  return `The Docker daemon does not answer as expected: ${messageOf(error)}. ${DAEMON_HELP}`;
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
