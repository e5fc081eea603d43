import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type Dockerode from "dockerode";
import { messageOf, MnemeError } from "../../errors.js";
import { formatAllowList, type AllowedHost } from "../egress/allow-list.js";
import { proxyEnvironment } from "../egress/proxy-environment.js";
import { COMMAND_USER } from "./container-spec.js";
import { closeStream, dockerError, ignoreGone, statusOf } from "./docker-errors.js";
import { Demultiplexer } from "./output.js";

const PROGRAM = new URL("../../../sandbox/egress-proxy.mjs", import.meta.url);
const ALIAS = "egress";
const PORT = 3128;
/** A busy host may take its time. */
const READY_MS = 60_000;
const OPENING = "Opening the sandbox's way to the package registries";
/** The ordinary network that every proxy shares to get out; they cannot reach each other on it. */
const OUTER_NETWORK = "mneme-egress";

export interface EgressRefusal {
  target: string;
  reason: string;
}

/** A session's own network without a way out, and the proxy that is its second member. */
export interface Egress extends AsyncDisposable {
  readonly network: string;
  /** Settled once the proxy listens; a container on the network may be started meanwhile. */
  readonly ready: Promise<void>;
  readonly env: Readonly<Record<string, string>>;
  /** What was asked for and refused, so far. */
  readonly refusals: readonly EgressRefusal[];
}

export interface EgressRequest {
  image: string;
  name: string;
  labels: Record<string, string>;
  allow: readonly AllowedHost[];
  runtime: string | null;
  onRefusal: (refusal: EgressRefusal) => void;
}

/** The network is there when this resolves, the proxy when `ready` does. Whoever opens it disposes it. */
export async function openEgress(docker: Dockerode, request: EgressRequest): Promise<Egress> {
  const refusals: EgressRefusal[] = [];
  let network: Dockerode.Network | null = null;
  let container: Dockerode.Container | null = null;
  let events: NodeJS.ReadWriteStream | null = null;
  async function dispose(): Promise<void> {
    try {
      if (container !== null) await ignoreGone(container.remove({ force: true, v: true }));
    } finally {
      // The daemon leaves the attached connection open: it would keep this process alive.
      if (events !== null) closeStream(events);
      if (network !== null) await ignoreGone(network.remove());
    }
  }
  async function begin(inner: Dockerode.Network, proxy: Dockerode.Container): Promise<void> {
    try {
      await inner.connect({ Container: proxy.id, EndpointConfig: { Aliases: [ALIAS] } });
      events = await proxy.attach({ stream: true, stdout: true, stderr: true });
      await startAndAwait(proxy, events, (event) => {
        if (event.event !== "refused") return;
        const refusal = { target: event.target ?? "", reason: event.reason ?? "" };
        refusals.push(refusal);
        request.onRefusal(refusal);
      });
    } catch (error) {
      throw dockerError(OPENING, error);
    }
  }
  function egressOf(inner: Dockerode.Network, proxy: Dockerode.Container): Egress {
    return {
      network: request.name,
      ready: begin(inner, proxy),
      env: proxyEnvironment(ALIAS, PORT),
      refusals,
      [Symbol.asyncDispose]: dispose,
    };
  }
  const program = await readProgram();
  try {
    await ensureOuterNetwork(docker);
    // Both are awaited: what the one made goes again where the other fails.
    const [made, created] = await Promise.allSettled([
      docker.createNetwork(innerNetwork(request)),
      docker.createContainer(proxyContainer(request, program)),
    ]);
    if (made.status === "fulfilled") network = made.value;
    if (created.status === "fulfilled") container = created.value;
    if (made.status === "rejected") throw made.reason;
    if (created.status === "rejected") throw created.reason;
    return egressOf(made.value, created.value);
  } catch (error) {
    await dispose();
    throw dockerError(OPENING, error);
  }
}

async function readProgram(): Promise<string> {
  try {
    return await readFile(PROGRAM, "utf8");
  } catch (error) {
    throw new MnemeError(
      "not_found",
      `${fileURLToPath(PROGRAM)}, a part of mneme, cannot be read (${messageOf(error)}). Install mneme again.`,
      { cause: error },
    );
  }
}

/** `inhibit_ipv4` leaves the bridge without an address: the host itself is then nowhere on this network. */
function innerNetwork({ name, labels }: EgressRequest): Dockerode.NetworkCreateOptions {
  return {
    Name: name,
    Driver: "bridge",
    Internal: true,
    EnableIPv6: false,
    Options: {
      "com.docker.network.bridge.inhibit_ipv4": "true",
      "com.docker.network.bridge.gateway_mode_ipv4": "isolated",
    },
    Labels: labels,
  };
}

function proxyContainer(request: EgressRequest, program: string): Dockerode.ContainerCreateOptions {
  return {
    Image: request.image,
    name: `${request.name}-proxy`,
    Entrypoint: [],
    Cmd: ["node", "--input-type=module", "-e", program],
    User: COMMAND_USER,
    WorkingDir: "/",
    Env: [`EGRESS_ALLOW=${formatAllowList(request.allow)}`, `EGRESS_PORT=${PORT}`],
    Labels: request.labels,
    AttachStdout: true,
    Tty: false,
    StopTimeout: 1,
    HostConfig: {
      NetworkMode: OUTER_NETWORK,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges:true"],
      ReadonlyRootfs: true,
      PidsLimit: 64,
      Memory: 256 * 1024 * 1024,
      MemorySwap: 256 * 1024 * 1024,
      NanoCpus: 1e9,
      Init: true,
      IpcMode: "private",
      LogConfig: { Type: "none", Config: {} },
      RestartPolicy: { Name: "no" },
      ...(request.runtime === null ? {} : { Runtime: request.runtime }),
    },
  };
}

async function ensureOuterNetwork(docker: Dockerode): Promise<void> {
  try {
    await docker.getNetwork(OUTER_NETWORK).inspect();
    return;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  const options = { "com.docker.network.bridge.enable_icc": "false" };
  try {
    await docker.createNetwork({
      Name: OUTER_NETWORK,
      Driver: "bridge",
      CheckDuplicate: true,
      Options: options,
    });
  } catch (error) {
    // Another process was quicker.
    if (statusOf(error) !== 409) throw error;
  }
}

interface ProxyEvent {
  event: string;
  target?: string;
  reason?: string;
}

async function startAndAwait(
  container: Dockerode.Container,
  stream: NodeJS.ReadWriteStream,
  onEvent: (event: ProxyEvent) => void,
): Promise<void> {
  let rest = "";
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(notReady(rest)), READY_MS);
    const demultiplexer = new Demultiplexer((_stream, bytes) => {
      const lines = (rest + bytes.toString("utf8")).split("\n");
      rest = (lines.pop() ?? "").slice(-65_536);
      for (const line of lines) {
        const event = parseEvent(line);
        if (event?.event === "ready") {
          clearTimeout(timer);
          resolve();
        } else if (event !== null) onEvent(event);
      }
    });
    stream.on("data", (chunk: Buffer) => demultiplexer.write(chunk));
    stream.on("error", () => undefined);
    stream.once("end", () => {
      clearTimeout(timer);
      reject(notReady(rest));
    });
  });
  // The rejection is awaited below; this keeps it from counting as unhandled while the container starts.
  ready.catch(() => undefined);
  await container.start();
  await ready;
}

function parseEvent(line: string): ProxyEvent | null {
  try {
    return JSON.parse(line) as ProxyEvent;
  } catch {
    return null;
  }
}

function notReady(output: string): MnemeError {
  return new MnemeError("unavailable", `The egress proxy did not start: ${output.slice(-300)}`, {
    retryable: true,
  });
}
