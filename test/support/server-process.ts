import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GithubBox } from "./github-box/github-box.js";
import { signatureOf } from "./webhooks.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const SECRET = "a secret of this test";

/** Builds the program where its sources are newer than what was built: e2e tests run what is shipped. */
export function ensureBuilt(): void {
  const built = join(ROOT, "dist", "compose-server.js");
  if (existsSync(built) && newestOf(join(ROOT, "src")) < statSync(built).mtimeMs) return;
  execFileSync("npm", ["run", "-s", "build"], { cwd: ROOT, stdio: "inherit" });
}

function newestOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Math.max(
    ...entries
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

/** A server process of the built program against a GitHub in a box, which may be killed and started again. */
export class ServerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), "mneme-e2e-"));
  readonly #box: GithubBox;
  readonly #script: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  output = "";
  url = "";
  /** Process id of its worker at the start. */
  worker = 0;

  constructor(box: GithubBox, env: Record<string, string> = {}, script = "test/support/scripted-server.mjs") {
    this.#box = box;
    this.#env = env;
    this.#script = script;
  }

  /** Resolves when the server listens, knows who it is, and its worker is ready; rejects when it ends before. */
  async start(more: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, this.#script)], {
      cwd: this.folder,
      // A process group of its own: its worker can be killed along with it, as by the end of a container.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        APP_ID: String(this.#box.state.app.id),
        PRIVATE_KEY: this.#box.privateKey,
        WEBHOOK_SECRET: SECRET,
        GITHUB_API_URL: this.#box.url,
        MNEME_DATA: join(this.folder, "data"),
        MNEME_GITHUB_TIMEOUT_MS: "2000",
        PORT: "0",
        ...this.#env,
        ...more,
      },
    });
    this.#child = child;
    let output = "";
    const collect = (piece: Buffer): void => {
      output += piece.toString();
      this.output += piece.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    await until(() => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
      this.url = /"url":"(http:[^"]+)","msg":"listening"/.exec(output)?.[1] ?? "";
      this.worker = Number(/"worker":(\d+),"msg":"worker ready"/.exec(output)?.[1] ?? 0);
      const needsWorker = more["MNEME_WORKER_PROCESSES"] !== "0";
      return this.url !== "" && (this.worker !== 0 || !needsWorker) && output.includes('"msg":"app known"');
    });
  }

  /** A SIGKILL ends the server and its worker, any other signal is for the server, which ends its worker itself. */
  kill(signal: NodeJS.Signals): Promise<number | null> {
    return this.#end((child) => {
      if (signal === "SIGKILL" && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    });
  }

  /** Ends the server alone, and leaves its worker to find out. */
  killServerAlone(): Promise<number | null> {
    return this.#end((child) => child.kill("SIGKILL"));
  }

  #end(kill: (child: ChildProcess) => void): Promise<number | null> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null)
      return Promise.resolve(child?.exitCode ?? null);
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    kill(child);
    return ended;
  }

  async dispose(): Promise<void> {
    await this.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sends a signed delivery as GitHub does. */
  async deliver(
    name: string,
    payload: unknown,
    more: { id?: string; headers?: Record<string, string | undefined>; body?: string } = {},
  ): Promise<{ status: number; text: string }> {
    const body = more.body ?? JSON.stringify(payload);
    const headers: Record<string, string | undefined> = {
      "content-type": "application/json",
      "x-github-event": name,
      "x-github-delivery": more.id ?? randomUUID(),
      "x-hub-signature-256": signatureOf(body, SECRET),
      ...more.headers,
    };
    const response = await fetch(`${this.url}/api/github/webhooks`, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([header, value]) => (value === undefined ? [] : [[header, value]])),
      ),
      body,
    });
    return { status: response.status, text: await response.text() };
  }
}

export async function until(condition: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
