import { MnemeError } from "../../src/errors.js";
import type { ExecResult, Sandbox, SandboxSession, SandboxSpec } from "../../src/sandbox/sandbox.js";

export interface ScriptedExec {
  /** What the command must hold. */
  command: string | RegExp;
  output?: string;
  exit_code?: number;
  /** The daemon is gone. */
  lost?: boolean;
}

/** A sandbox that plays a script, in order. It fails on a command that is not next, and tells what was left over. */
export class ScriptedSandbox implements Sandbox {
  readonly kind = "docker";
  readonly opened: SandboxSpec[] = [];
  readonly executed: string[] = [];
  readonly files = new Map<string, string>();
  disposed = 0;
  private readonly script: ScriptedExec[];

  constructor(script: readonly ScriptedExec[] = []) {
    this.script = [...script];
  }

  get unused(): number {
    return this.script.length;
  }

  unavailableBecause(): Promise<string | null> {
    return Promise.resolve(null);
  }

  sweep(): Promise<number> {
    return Promise.resolve(0);
  }

  open(spec: SandboxSpec): Promise<SandboxSession> {
    this.opened.push(spec);
    return Promise.resolve({
      id: `session-${this.opened.length}`,
      workdir: "/work",
      exec: (command: string) => this.play(command),
      writeFiles: () => Promise.resolve(),
      readFile: (path: string) => {
        const content = this.files.get(path);
        return Promise.resolve(content === undefined ? null : new TextEncoder().encode(content));
      },
      snapshot: () => Promise.resolve("snapshot"),
      restore: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => {
        this.disposed += 1;
        return Promise.resolve();
      },
    });
  }

  private async play(command: string): Promise<ExecResult> {
    const next = this.script.shift();
    if (next === undefined) throw new Error(`nothing is scripted for: ${command}`);
    const fits =
      typeof next.command === "string" ? command.includes(next.command) : next.command.test(command);
    if (!fits) throw new Error(`scripted ${String(next.command)}, but ran: ${command}`);
    if (next.lost === true) throw new MnemeError("unavailable", "the daemon is gone", { retryable: true });
    this.executed.push(command);
    const output = next.output ?? "";
    return await Promise.resolve({
      exit_code: next.exit_code ?? 0,
      output,
      output_bytes: output.length,
      truncated: false,
      timed_out: false,
      out_of_memory: false,
      duration_ms: 3,
    });
  }
}
