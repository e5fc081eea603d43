/** What a run asks of a sandbox. Nothing of the host's environment ever goes in. */
export interface SandboxSpec {
  /** The run that owns it: a label, so that orphans can be swept. */
  run_id: string;
  image: string | null;
  network: "none" | "registries";
  limits: SandboxLimits;
}

export interface SandboxLimits {
  memory_mb: number;
  cpus: number;
  pids: number;
  disk_mb: number;
}

export const DEFAULT_LIMITS: SandboxLimits = { memory_mb: 2048, cpus: 2, pids: 512, disk_mb: 2048 };

export interface ExecOptions {
  cwd?: string;
  /** Default 120,000. The whole process group is killed. */
  timeout_ms?: number;
  /** Default 1 MiB kept (half head, half tail); all bytes are counted. */
  max_output_bytes?: number;
  env?: Readonly<Record<string, string>>;
  onOutput?: (chunk: string) => void;
  signal?: AbortSignal;
}

export interface ExecResult {
  exit_code: number;
  /** stdout and stderr as they came, decoded as UTF-8; cut in the middle where it was too long. */
  output: string;
  output_bytes: number;
  truncated: boolean;
  /** Killed by our time limit. */
  timed_out: boolean;
  /** Killed, probably for want of memory. */
  out_of_memory: boolean;
  duration_ms: number;
}

/** One throw-away container. Disposing removes it and all that it left. */
export interface SandboxSession extends AsyncDisposable {
  readonly id: string;
  readonly workdir: string;
  /**
   * Runs one line of shell (bash). The command has passed the policy. A line that does nothing but install system
   * packages ("apt-get install -y libpq-dev") is done by the image's package manager, outside of the user's reach.
   */
  exec(command: string, options?: ExecOptions): Promise<ExecResult>;
  writeFiles(files: readonly { path: string; content: string | Uint8Array; mode?: number }[]): Promise<void>;
  readFile(path: string, maxBytes: number): Promise<Uint8Array | null>;
  snapshot(): Promise<string>;
  restore(snapshot: string): Promise<void>;
}

/** Capability: a whole folder goes in as one tar stream; its entries are relative to `into` (default the workdir). */
export interface TakesArchives {
  importTar(tar: AsyncIterable<Uint8Array>, into?: string): Promise<void>;
}

/** Capability: what the session asked of the network and did not get. */
export interface ReportsRefusals {
  readonly refusals: readonly { target: string; reason: string }[];
}

/** Port. Throws MnemeError("unavailable", retryable) for a lost daemon; a failing command is a result. */
export interface Sandbox {
  /** "docker", or "none": plans only, people run the commands. */
  readonly kind: "docker" | "none";
  /** Null where it can be used, else what is missing and how to get it. */
  unavailableBecause(): Promise<string | null>;
  open(spec: SandboxSpec): Promise<SandboxSession>;
  /** Removes what earlier processes left; gives how many things went. */
  sweep(): Promise<number>;
}
