// Webhook to 2xx: mneme (kept in its queue, worked beside) against a bare Probot app that does nothing, in one run.
// 50 deliveries a second for 30 s each, in turns of 5 s so that both meet the same noise of the machine.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const RATE = 50;
const TURN_SECONDS = 5;
const TURNS = 6;
const INSTALLATIONS = 100;
const SECRET = "bench secret";

interface Arm {
  name: "bare" | "mneme";
  url: string;
  child: ChildProcess;
  latencies: number[];
  accepted: string[];
}

const folder = mkdtempSync(join(tmpdir(), "mneme-bench-"));
const api = await startApi();
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const env = {
  PATH: process.env["PATH"] ?? "",
  NODE_ENV: "production",
  APP_ID: "99",
  PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  WEBHOOK_SECRET: SECRET,
  GITHUB_API_URL: api.url,
  MNEME_DATA: join(folder, "data"),
  WORKED_FILE: join(folder, "worked"),
};
const arms = [await startArm("bare", 3911), await startArm("mneme", 3912)];
const payloads = makePayloads();
for (const arm of arms) await sendTurn(arm, 2, () => undefined);
for (let turn = 0; turn < TURNS; turn++)
  for (const arm of arms) await sendTurn(arm, TURN_SECONDS, (ms) => arm.latencies.push(ms));
const [bare, mneme] = arms as [Arm, Arm];
const worked = await waitForWorked(mneme.accepted.length);
const cpu = { bare: cpuOf(bare), mneme: cpuOf(mneme) };
for (const { child } of arms) child.kill("SIGTERM");
api.close();

const p99 = { bare: quantile(bare.latencies, 0.99), mneme: quantile(mneme.latencies, 0.99) };
const figures = {
  deliveries: mneme.latencies.length,
  bare_p50_ms: quantile(bare.latencies, 0.5),
  mneme_p50_ms: quantile(mneme.latencies, 0.5),
  bare_p99_ms: p99.bare,
  mneme_p99_ms: p99.mneme,
  ratio_p99: Number((p99.mneme / p99.bare).toFixed(2)),
  bare_cpu_ms: cpu.bare,
  mneme_cpu_ms: cpu.mneme,
  accepted: mneme.accepted.length,
  worked: new Set(worked).size,
  worked_twice: worked.length - new Set(worked).size,
};
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify(figures));
const isGood = figures.ratio_p99 <= 1.5 && figures.worked === figures.accepted && figures.worked_twice === 0;
process.exit(isGood ? 0 : 1);

async function startArm(name: Arm["name"], port: number): Promise<Arm> {
  const script = fileURLToPath(new URL(`./webhook-${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${String(port)}/api/github/webhooks`;
  for (let n = 0; n < 200; n++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await fetch(
      url.replace("/api/github/webhooks", name === "bare" ? "/ping" : "/readyz"),
    ).catch(() => null);
    if (answer?.ok === true) return { name, url, child, latencies: [], accepted: [] };
  }
  throw new Error(`${name} did not start`);
}

function makePayloads(): Record<string, unknown>[] {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@octokit/webhooks-examples/api.github.com/index.json");
  const definitions = JSON.parse(readFileSync(file, "utf8")) as {
    name: string;
    examples: Record<string, unknown>[];
  }[];
  const example = definitions
    .find(({ name }) => name === "issue_comment")
    ?.examples.find((payload) => payload["action"] === "created");
  if (example === undefined) throw new Error("no example");
  return Array.from({ length: INSTALLATIONS }, (_, n) => {
    const copy = structuredClone(example) as { issue: object; comment: object } & Record<string, unknown>;
    Object.assign(copy.comment, { body: "/mneme diagnose" });
    Object.assign(copy.issue, { number: n + 1 });
    return { ...copy, installation: { id: n + 1, node_id: "x" } };
  });
}

async function sendTurn(arm: Arm, seconds: number, note: (ms: number) => void): Promise<void> {
  const sent: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < seconds * RATE; n++) {
    await new Promise((resolve) => setTimeout(resolve, start + (n * 1000) / RATE - performance.now()));
    sent.push(send(arm, arm.latencies.length + n, note));
  }
  await Promise.all(sent);
}

async function send(arm: Arm, n: number, note: (ms: number) => void): Promise<void> {
  const body = JSON.stringify(payloads[n % INSTALLATIONS]);
  const id = crypto.randomUUID();
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issue_comment",
    "x-github-delivery": id,
    "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
  };
  const start = performance.now();
  const answer = await fetch(arm.url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  note(performance.now() - start);
  if (!answer.ok) throw new Error(`${arm.name} answered ${String(answer.status)}`);
  arm.accepted.push(id);
}

async function waitForWorked(expected: number): Promise<string[]> {
  for (let n = 0; n < 600; n++) {
    const lines = readFileSync(env.WORKED_FILE, "utf8").trim().split("\n");
    if (lines.length >= expected) return lines;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return readFileSync(env.WORKED_FILE, "utf8").trim().split("\n");
}

/** A GitHub of its own process: what it answers must not hold up what is measured here. */
async function startApi(): Promise<{ url: string; close: () => void }> {
  const script = fileURLToPath(new URL("./webhook-github.js", import.meta.url));
  const child = fork(script, [], { env: {} });
  const url = await new Promise<string>((resolve) =>
    child.once("message", (message) => resolve(message as string)),
  );
  return { url, close: () => child.kill() };
}

/** Processor time of the web process for one delivery, its start included, by Linux's clock of 10 ms. */
function cpuOf({ child, accepted }: Arm): number {
  const fields = readFileSync(`/proc/${String(child.pid)}/stat`, "utf8").split(" ");
  return Number((((Number(fields[13]) + Number(fields[14])) * 10) / accepted.length).toFixed(2));
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.ceil(sorted.length * q) - 1] ?? 0).toFixed(2));
}
