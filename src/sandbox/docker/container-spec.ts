import type Dockerode from "dockerode";
import type { SandboxLimits } from "../sandbox.js";

/** Commands run as this user; the container's first process is root without any right, so that it outlives them. */
export const COMMAND_USER = "10001:10001";
export const WORK = "/work";
export const REPO = "/work/repo";
export const HOME = "/work/home";
/** Downloads: survives roll-backs and is no part of a snapshot. */
export const CACHE = "/work/cache";
export const TMP = "/work/tmp";

export interface ContainerSpec {
  image: string;
  labels: Record<string, string>;
  limits: SandboxLimits;
  /** "none", or the name of the session's internal network. */
  network: string;
  /** How long the container lives at most, even if nobody comes back to it. */
  lifetime_seconds: number;
  /** Docker's name of the runtime, null for its default. */
  runtime: string | null;
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The whole environment of a command: nothing of the host's is in it. */
export function baseEnvironment(): Record<string, string> {
  return {
    PATH: `${HOME}/.local/bin:${HOME}/.cargo/bin:${HOME}/go/bin:${PATH}`,
    HOME,
    USER: "mneme",
    LANG: "C.UTF-8",
    CI: "1",
    TERM: "dumb",
    TMPDIR: TMP,
    XDG_CACHE_HOME: CACHE,
    PIP_CACHE_DIR: `${CACHE}/pip`,
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    // A container lives for minutes: compiling what is never imported would be most of an installation.
    PIP_NO_COMPILE: "1",
    npm_config_cache: `${CACHE}/npm`,
    npm_config_prefix: `${HOME}/.local`,
    COMPOSER_CACHE_DIR: `${CACHE}/composer`,
    GOFLAGS: "-buildvcs=false",
    BUNDLE_PATH: `${HOME}/.bundle/gems`,
    GEM_HOME: `${HOME}/.gem`,
  };
}

/** What `docker create` is asked for. Every line of it is a wall: see the attack tests. */
export function createOptions(spec: ContainerSpec): Dockerode.ContainerCreateOptions {
  return {
    ...hardened(spec),
    User: "0:0",
    WorkingDir: WORK,
    HostConfig: {
      ...hardenedHost(spec),
      // What lies in memory counts as memory: the work folder's share comes on top of what programs may use.
      ...memory(spec.limits.memory_mb + spec.limits.disk_mb),
      CapDrop: ["ALL"],
      ReadonlyRootfs: true,
      Tmpfs: {
        [WORK]: `rw,exec,nosuid,nodev,size=${spec.limits.disk_mb}m,uid=10001,gid=10001,mode=0755`,
        "/tmp": `rw,exec,nosuid,nodev,size=${Math.min(512, spec.limits.disk_mb)}m,mode=1777`,
        "/run": "rw,noexec,nosuid,nodev,size=16m,mode=1777",
      },
    },
  };
}

/**
 * A container in which the image's own package manager, and nothing of the repository, may install system packages:
 * root with the few rights that unpacking needs, and a writable root that is committed afterwards.
 */
export function prepareOptions(spec: ContainerSpec): Dockerode.ContainerCreateOptions {
  return {
    ...hardened(spec),
    User: "0:0",
    WorkingDir: "/",
    HostConfig: {
      ...hardenedHost(spec),
      ...memory(spec.limits.memory_mb),
      CapDrop: ["ALL"],
      CapAdd: ["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETGID", "SETUID"],
    },
  };
}

function hardened(spec: ContainerSpec): Dockerode.ContainerCreateOptions {
  return {
    Image: spec.image,
    Cmd: ["sleep", String(spec.lifetime_seconds)],
    Entrypoint: [],
    Hostname: "sandbox",
    Env: [],
    Labels: spec.labels,
    AttachStdout: false,
    AttachStderr: false,
    Tty: false,
    StopTimeout: 1,
  };
}

function hardenedHost(spec: ContainerSpec): Dockerode.HostConfig {
  return {
    SecurityOpt: ["no-new-privileges:true"],
    Privileged: false,
    PidsLimit: spec.limits.pids,
    NanoCpus: Math.round(spec.limits.cpus * 1e9),
    Init: true,
    NetworkMode: spec.network,
    // Docker's resolver would carry names out of an internal network to the host's own: it gets nobody to ask.
    ...(spec.network === "none"
      ? {}
      : { Dns: ["127.0.0.1"], DnsSearch: ["."], DnsOptions: ["timeout:1", "attempts:1"] }),
    IpcMode: "private",
    Ulimits: [
      { Name: "nofile", Soft: 4096, Hard: 4096 },
      { Name: "core", Soft: 0, Hard: 0 },
    ],
    LogConfig: { Type: "none", Config: {} },
    AutoRemove: false,
    Binds: [],
    RestartPolicy: { Name: "no" },
    OomScoreAdj: 500,
    ...(spec.runtime === null ? {} : { Runtime: spec.runtime }),
  };
}

function memory(megabytes: number): Dockerode.HostConfig {
  const bytes = megabytes * 1024 * 1024;
  return { Memory: bytes, MemorySwap: bytes, MemorySwappiness: 0 };
}
