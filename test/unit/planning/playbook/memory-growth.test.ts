import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Step } from "../../../../src/planning/planner.js";
import { PlaybookPlanner } from "../../../../src/planning/playbook/playbook-planner.js";
import { describeWith } from "../../../support/require.js";
import {
  makeChain,
  makeEnvironment,
  makeObservation,
  makeRecall,
  makeRecalled,
  makeSituation,
  makeStep,
  makeThreadEpisode,
} from "../../../support/situations.js";

const planner = new PlaybookPlanner();

const growing = makeChain({
  title: "Memory usage grows slowly until the service is killed",
  symptoms: ["The resident memory climbs by some megabytes an hour and is never freed"],
  environment: makeEnvironment({ os_family: "linux" }),
  facts: [
    { key: "command", value: "make ingest", comment_id: null, author_role: "reporter", confidence: 0.9 },
    {
      key: "command",
      value: "./ingest 400 slowly",
      comment_id: null,
      author_role: "reporter",
      confidence: 0.9,
    },
  ],
});

const FIXTURE = new URL("../../../fixtures/leak/", import.meta.url);
let folder = "";

const missing =
  spawnSync("sh", ["-c", "valgrind --version"]).status === 0
    ? null
    : "valgrind is not installed on this machine";

beforeAll(() => {
  if (missing !== null) return;
  folder = mkdtempSync(join(tmpdir(), "mneme-leak-"));
});

afterAll(() => {
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
});

function runHere(command: string): { output: string; exit_code: number } {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
  return { output: `${stdout}${stderr}`, exit_code: status ?? -1 };
}

/** Plans and really runs on this machine until the planner has something to say. */
async function play(recall = makeRecall([])): Promise<Step[]> {
  const steps: Step[] = [];
  while (steps.length < 6) {
    const { plan } = await planner.plan(makeSituation({ chain: growing, recall, steps, can_run: true }));
    if (plan.action === "clone_repository") {
      cpSync(FIXTURE, folder, { recursive: true });
      steps.push(makeStep(steps.length + 1, plan, makeObservation()));
      continue;
    }
    if (plan.action !== "run_command") return [...steps, makeStep(steps.length + 1, plan, makeObservation())];
    const { output, exit_code } = runHere(plan.parameters.command);
    steps.push(makeStep(steps.length + 1, plan, makeObservation({ output, exit_code, ok: exit_code === 0 })));
  }
  return steps;
}

function purposes(steps: readonly Step[]): string[] {
  return steps.map(({ plan }) => (plan.action === "run_command" ? plan.parameters.purpose : plan.action));
}

describeWith("valgrind", missing, "really running", () => {
  test("from process list to memory map to a leak checker, which names the place", async () => {
    const steps = await play();
    expect(purposes(steps)).toEqual([
      "clone_repository",
      "build it as the reporter did",
      "list the process with its memory, five times",
      "map the memory of the process",
      "run it under a leak checker",
      "propose_fix",
    ]);
    const end = steps.at(-1)?.plan;
    expect(end?.action === "propose_fix" ? end.parameters.cause : "").toContain("ingest.c:15");
    expect(end?.action === "propose_fix" ? end.parameters.cause : "").toContain("copy_line");
    expect(end?.reasoning).toContain("From step 5");
  }, 60_000);

  test("a recalled leak chooses the checker at once", async () => {
    const earlier = makeThreadEpisode({
      thread: "octo/other#3",
      kind: "diagnosis",
      status: "resolved",
      confidence: 0.85,
      summary: "valgrind showed that read_header loses its buffer when the header is short",
      action: { action: "run_command", parameters: {}, command: "valgrind --leak-check=full ./reader" },
      outcome: { success: true, excerpt: "definitely lost: 4,096 bytes in 4 blocks" },
      provenance: {
        source: "sandbox",
        url: "https://github.com/octo/other/issues/3",
        comment_id: "1",
        author_role: "bot",
        quoted_text_hash: "0".repeat(64),
      },
    });
    const steps = await play(makeRecall([makeRecalled(earlier, { score: 0.5 })]));
    expect(purposes(steps)).toEqual([
      "clone_repository",
      "build it as the reporter did",
      "run it under a leak checker",
      "propose_fix",
    ]);
    expect(steps[2]?.plan.cites).toEqual(["M1"]);
    expect(steps[2]?.plan.reasoning).toContain("M1");
  }, 60_000);
});

test("without a sandbox the reporter is asked to measure, with the command written out", async () => {
  const { plan } = await planner.plan(makeSituation({ chain: growing }));
  expect(plan.action).toBe("ask_reporter");
  const questions = plan.action === "ask_reporter" ? plan.parameters.questions : [];
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(questions.some(({ command }) => command?.includes("ps -o") ?? false)).toBe(true);
});

test("over three turns with the reporter, each answer leads to the next measurement", async () => {
  const measured = (command: string, excerpt: string, comment_id: string) =>
    makeThreadEpisode({
      kind: "observation",
      action: { action: "reported", parameters: {}, command },
      outcome: { success: true, excerpt },
      provenance: {
        source: "reporter",
        url: "https://github.com/octo/ingest/issues/7",
        comment_id,
        author_role: "reporter",
        quoted_text_hash: "0".repeat(64),
      },
    });
  const turns = [
    measured("ps aux --sort=-rss", "mona 412 2.1 9.3 812344 rss ingest", "11"),
    measured("pmap -x 412", "000055d0 901234 900000 900000 rw--- [ anon ]", "12"),
    measured(
      "valgrind --leak-check=full ./ingest",
      "==9== 60,300 bytes in 50 blocks are definitely lost in loss record 3 of 3\n==9==    at 0x48: malloc (in /usr/libexec/valgrind/vgpreload_memcheck.so)\n==9==    by 0x10: copy_line (ingest.c:15)\n==9==    by 0x11: add_line (ingest.c:23)\n==9== \n",
      "13",
    ),
  ];
  const asked: string[] = [];
  for (let turn = 0; turn <= 3; turn += 1) {
    const chain = { ...growing, episodes: turns.slice(0, turn) };
    const { plan } = await planner.plan(makeSituation({ chain }));
    asked.push(
      plan.action === "ask_reporter"
        ? plan.parameters.questions.map(({ command }) => command ?? "").join("\n")
        : plan.action,
    );
    if (turn === 3) expect(JSON.stringify(plan)).toContain("ingest.c:15");
  }
  expect(asked[0]).toContain("ps -o");
  expect(asked[1]).toContain("pmap");
  expect(asked[1]).not.toContain("ps -o");
  expect(asked[2]).toContain("valgrind");
  expect(asked[2]).not.toContain("pmap -x");
  expect(asked[3]).toBe("propose_fix");
});
