import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GithubBox } from "../test/support/github-box/github-box.js";
import { signatureOf } from "../test/support/webhooks.js";
import type { Delivery } from "./chaos-traffic.js";

const SECRET = "a secret of this run";
const MAIN = fileURLToPath(new URL("../../main.js", import.meta.url));

/** The server as it is shipped, in a process group of its own, at an address that stays. */
export class ChaosServer {
  readonly #box: GithubBox;
  readonly #port: number;
  readonly data: string;
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(box: GithubBox, port: number, data: string) {
    this.#box = box;
    this.#port = port;
    this.data = data;
  }

  static async create(box: GithubBox, data: string): Promise<ChaosServer> {
    mkdirSync(data, { recursive: true });
    return new ChaosServer(box, await freePort(), data);
  }

  /** Resolves when it accepts deliveries. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.data,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "production",
        APP_ID: String(this.#box.state.app.id),
        PRIVATE_KEY: this.#box.privateKey,
        WEBHOOK_SECRET: SECRET,
        GITHUB_API_URL: this.#box.url,
        MNEME_DATA: this.data,
        MNEME_SANDBOX: "none",
        MNEME_WORKERS: "8",
        LOG_LEVEL: "warn",
        PORT: String(this.#port),
      },
    });
    this.#child = child;
    this.#output = "";
    const collect = (piece: Buffer): void =>
      void (this.#output = (this.#output + piece.toString()).slice(-20_000));
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${String(this.#port)}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  /** The whole group at once: server and workers end in the middle of whatever they do. */
  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (signal === "SIGKILL") process.kill(-child.pid, signal);
    else child.kill(signal);
    await ended;
  }

  /** The status of the answer, 0 where there was none. */
  async deliver({ guid, event, payload }: Delivery): Promise<number> {
    const body = JSON.stringify(payload);
    try {
      const response = await fetch(`http://127.0.0.1:${String(this.#port)}/api/github/webhooks`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-github-event": event,
          "x-github-delivery": guid,
          "x-hub-signature-256": signatureOf(body, SECRET),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
