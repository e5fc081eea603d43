import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../src/sandbox/docker/docker-sandbox.js";
import { DEFAULT_LIMITS, type SandboxSession, type SandboxSpec } from "../src/sandbox/sandbox.js";
import { verifyFix } from "../src/sandbox/verify.js";

/**
 * The sandbox's figures on a warm image: opening one up to its first command, one command against `docker exec` in the
 * same run, and whole verifications (clean container, fail, fix, pass) of a pip and an npm case. Medians; the last line
 * is JSON. Needs Docker and the sandbox image: npm run bench:sandbox
 */
const ROUNDS = Number(process.env["ROUNDS"] ?? 9);
const run = promisify(execFile);
const sandbox = new DockerSandbox(DEFAULT_DOCKER_OPTIONS);

function specOf(network: SandboxSpec["network"]): SandboxSpec {
  return { run_id: "bench-sandbox", image: null, network, limits: DEFAULT_LIMITS };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

async function startUp(network: SandboxSpec["network"]): Promise<number> {
  const times: number[] = [];
  // The first one reads the image's list of registries, and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    const session = await sandbox.open(specOf(network));
    await session.exec("true");
    if (round > 0) times.push(performance.now() - started);
    await session[Symbol.asyncDispose]();
  }
  return median(times);
}

/** The container of a session, found by its label. */
async function containerOf(): Promise<string> {
  const { stdout } = await run("docker", ["ps", "-q", "--filter", "label=io.mneme.run=bench-sandbox"]);
  return stdout.trim().split("\n")[0] ?? "";
}

async function execTimes(): Promise<{ own: number; plain: number }> {
  await using session = await sandbox.open(specOf("none"));
  const container = await containerOf();
  const own: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    own.push(await milliseconds(() => session.exec("true")));
    plain.push(
      await milliseconds(() => run("docker", ["exec", "-u", "10001", container, "/bin/bash", "-c", "true"])),
    );
  }
  return { own: median(own), plain: median(plain) };
}

async function verification(
  setup: readonly string[],
  failing: string,
  fix: readonly string[],
  passing: string,
): Promise<{ seconds: number; outcome: string }> {
  const populate = async (session: SandboxSession) => {
    await session.writeFiles([
      { path: "requirements.txt", content: "idna==3.9999\n" },
      {
        path: "package.json",
        content: '{"name":"x","version":"1.0.0","dependencies":{"is-number":"^7.0.0"}}',
      },
      {
        path: "package-lock.json",
        content: '{"name":"x","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"x"}}}',
      },
    ]);
    return { sha256: "", tar_gz: null, origin: "bench" };
  };
  const result = await verifyFix(sandbox, {
    spec: specOf("registries"),
    populate,
    setup,
    failing,
    fix,
    passing,
  });
  return { seconds: Number((result.duration_ms / 1000).toFixed(1)), outcome: result.outcome };
}

const start_none_ms = await startUp("none");
const start_registries_ms = await startUp("registries");
const exec = await execTimes();
const pip = await verification(
  ["python3 -m venv .venv"],
  ".venv/bin/pip install -r requirements.txt",
  ["sed -i 's/3.9999/3.10/' requirements.txt"],
  ".venv/bin/pip install -r requirements.txt",
);
const npm = await verification([], "npm ci", [], "npm install");
const figures = {
  rounds: ROUNDS,
  start_none_ms,
  start_registries_ms,
  exec_ms: exec.own,
  docker_exec_ms: exec.plain,
  exec_overhead_ms: exec.own - exec.plain,
  verify_pip_s: pip.seconds,
  verify_pip: pip.outcome,
  verify_npm_s: npm.seconds,
  verify_npm: npm.outcome,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(22)} ${value}`);
console.log(JSON.stringify(figures));
