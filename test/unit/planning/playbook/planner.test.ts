import { expect, test } from "@jest/globals";
import type { Situation } from "../../../../src/planning/planner.js";
import type { Plan } from "../../../../src/planning/plan.js";
import { PLAYBOOKS } from "../../../../src/planning/playbook/classes/all.js";
import { PlaybookPlanner } from "../../../../src/planning/playbook/playbook-planner.js";
import { recognise } from "../../../../src/planning/playbook/recognise.js";
import { BASE_FLAGS } from "../../../../src/planning/playbook/state.js";
import {
  BUDGET,
  makeChain,
  makeEnvironment,
  makeFailure,
  makeObservation,
  makeRecall,
  makeRecalled,
  makeSituation,
  makeStep,
  makeThreadEpisode,
} from "../../../support/situations.js";

async function planFor(changes: Partial<Situation>): Promise<Plan> {
  return (await new PlaybookPlanner().plan(makeSituation(changes))).plan;
}

const hypothesis = { steps: ["pip install frobnicate==8"], status: "untested", verified_in: null } as const;
const failing = makeChain({
  title: "pip cannot install it",
  environment: makeEnvironment({ os_family: "linux", python: "3.11.2" }),
  failures: [makeFailure({ hypothesis: { ...hypothesis, steps: [...hypothesis.steps] } })],
});
const resolution = makeThreadEpisode({
  thread: "octo/other#3",
  kind: "resolution",
  status: "resolved",
  summary: "Version 9 was never released: install 8.2",
  action: { action: "changed", parameters: {}, command: "pip install frobnicate==8.2" },
  confidence: 0.85,
  provenance: { ...makeThreadEpisode().provenance, source: "maintainer" },
});

test.each([
  ["Segmentation fault when parsing an empty file", "crash"],
  ["RSS grows until the container is killed, memory leak?", "memory-growth"],
  ["error while loading shared libraries: libfoo.so.1: cannot open shared object file", "import-link"],
  ["npm install: could not resolve dependency", "dependency"],
  ["Build fails on Fedora 40", "build"],
  ["Option --jobs in config.toml is ignored", "configuration"],
  ["getaddrinfo ENOTFOUND behind our proxy", "network"],
  ["EACCES: permission denied, mkdir /usr/lib/node_modules", "permission"],
  ["Start-up is ten times slower and uses 100% CPU", "performance"],
  ["test_upload fails intermittently on CI", "flaky-test"],
  ["No longer works since upgrading to Python 3.13", "version-mismatch"],
  ["The importer freezes as soon as a second client connects", "hang"],
  ["Totals are wrong for one day in March", "wrong-result"],
  ["model.bin: bad magic", "unreadable-file"],
  ["Nobody can sign in through SSO", "login"],
  ["Board loses its websocket behind nginx", "web-service"],
  ["White page after logging the last event", "browser"],
  ["Themes plugin is not loaded on Windows", "plugin"],
  ["Nothing happens when cron starts it", "scheduled"],
  ["Migration 0042 ends with a duplicate column", "upgrade"],
  ["RTX 5090: no kernel image is available for execution on the device", "graphics"],
  ["How do I use a custom template?", "question"],
  ["Add support for TOML configuration files", "feature-request"],
])("%s → %s", (title, name) => {
  expect(recognise(makeSituation({ chain: makeChain({ title }) }))[0]?.playbook.name).toBe(name);
});

test("every flag that an action needs is given by something", () => {
  for (const { name, actions } of PLAYBOOKS) {
    const given = new Set<string>([
      ...BASE_FLAGS,
      ...actions.flatMap(({ outcomes }) => outcomes.flatMap(({ gives }) => gives)),
    ]);
    for (const { title, needs, raised } of actions)
      for (const flag of [...needs, ...(raised ?? []).map(({ by }) => by)])
        expect({ name, title, flag, given: given.has(flag) }).toMatchObject({ given: true });
  }
  const titles = PLAYBOOKS.flatMap(({ actions }) => actions.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
});

test("a hypothesis from the log is proposed, and said not to be verified", async () => {
  const plan = await planFor({ chain: failing });
  expect(plan).toMatchObject({
    action: "propose_fix",
    parameters: { commands: ["pip install frobnicate==8"] },
  });
  expect(plan.reasoning).toContain("not verified");
  expect(plan.reasoning).toContain("No matching distribution found");
});

test("what the thread has seen fail is not proposed again", async () => {
  const tried = makeThreadEpisode({
    kind: "attempt",
    action: { action: "tried", parameters: {}, command: "sudo pip  install frobnicate==8" },
    outcome: { success: false, excerpt: "still no matching distribution" },
  });
  const plan = await planFor({ chain: { ...failing, episodes: [tried] } });
  expect(JSON.stringify(plan)).not.toContain("frobnicate==8");
});

test("a command that the reader has to complete is told in words, and is none to be run", async () => {
  const steps = ["git ls-remote URL origin", "pip install frobnicate==VERSION"];
  const failures = [makeFailure({ hypothesis: { ...hypothesis, steps } })];
  const plan = await planFor({ chain: { ...failing, failures } });
  expect(plan).toMatchObject({ action: "propose_fix", parameters: { commands: [] } });
  expect(JSON.stringify(plan.parameters)).toContain("with your own in place of `VERSION`");
});

test("a recalled resolution beats the hypothesis and is cited; where it can be run it is verified first", async () => {
  const recall = makeRecall([
    makeRecalled(resolution, { reasons: [{ signal: "fingerprint", score: 1, text: "the same failure" }] }),
  ]);
  const proposed = await planFor({ chain: failing, recall });
  expect(proposed).toMatchObject({
    action: "propose_fix",
    cites: ["M1"],
    parameters: { commands: ["pip install frobnicate==8.2"] },
  });
  expect(proposed.reasoning).toContain("M1 (octo/other#3, by a maintainer");
  const verified = await planFor({ chain: failing, recall, can_run: true });
  expect(verified).toMatchObject({ action: "verify_memory", parameters: { memory: "M1" }, cites: ["M1"] });
  const step = makeStep(1, verified, makeObservation({ summary: "it holds here" }));
  const after = await planFor({ chain: failing, recall, can_run: true, steps: [step] });
  expect(after).toMatchObject({ action: "propose_fix", cites: ["M1"] });
  expect(after.reasoning).toContain("tried in the sandbox and held");
});

test("a memory that was refuted here, or that differs where it matters, is not proposed", async () => {
  const recall = makeRecall([makeRecalled(resolution)]);
  const plan: Plan = {
    action: "verify_memory",
    parameters: { memory: "M1" },
    reasoning: "",
    cites: ["M1"],
    confidence: 0.5,
  };
  const refuted = makeStep(1, plan, makeObservation({ ok: false, exit_code: 1, verdict: "refuted" }));
  const after = await planFor({ chain: failing, recall, can_run: true, steps: [refuted] });
  expect(after.cites).toEqual([]);
  const warning = makeRecall([
    makeRecalled(resolution, { warning_only: true, environment_match: "mismatch" }),
  ]);
  expect((await planFor({ chain: failing, recall: warning })).cites).toEqual([]);
});

test("a memory that is only somewhat alike is a pointer, not a proposal", async () => {
  const chain = makeChain({ title: "Something odd happens at night" });
  const report = makeThreadEpisode({ thread: "octo/other#5", summary: "Odd things at night" });
  const recall = makeRecall([makeRecalled(report, { score: 0.45, resolution })]);
  const plan = await planFor({ chain, recall });
  expect(plan).toMatchObject({ action: "conclude", cites: ["M1"] });
  expect(JSON.stringify(plan.parameters)).toContain("There it ended with: Version 9 was never released");
  expect(JSON.stringify(plan.parameters)).toContain("not shown");
});

test("memories that disagree are argued", async () => {
  const other = {
    ...resolution,
    id: "00000000-0000-4000-8000-999999999999",
    summary: "Use the nightly index",
    confidence: 0.4,
  };
  const recall = makeRecall([makeRecalled(resolution), makeRecalled(other, { label: "M2", score: 0.5 })], {
    conflicts: [{ labels: ["M1", "M2"], about: "where version 9 comes from" }],
  });
  const plan = await planFor({ chain: failing, recall });
  expect(plan.cites).toEqual(["M1"]);
  expect(plan.reasoning).toContain("M2 disagrees on where version 9 comes from");
});

test("asks at most three questions, each with its command, and none that the thread answers", async () => {
  const plan = await planFor({ chain: makeChain({ title: "It crashes at start-up" }) });
  const questions = plan.action === "ask_reporter" ? plan.parameters.questions : [];
  expect(questions.length).toBeGreaterThan(0);
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(questions.every(({ command }) => command !== null && command !== "")).toBe(true);
  const known = makeChain({
    title: "It crashes at start-up",
    environment: makeEnvironment({ os_family: "linux", node: "20.1.0" }),
    questions: [
      {
        text: "Can you show the log?",
        asked_by: "maintainer",
        comment_id: "1",
        about: ["log"],
        answered_in: null,
      },
    ],
  });
  const less = await planFor({ chain: known });
  const about =
    less.action === "ask_reporter" ? less.parameters.questions.flatMap((question) => question.about) : [];
  expect(about).not.toContain("os");
  expect(about).not.toContain("log");
});

test("what the thread settled is concluded", async () => {
  const settled = makeThreadEpisode({
    kind: "resolution",
    status: "resolved",
    summary: "Updating pip helped",
    provenance: { ...makeThreadEpisode().provenance, comment_id: "5" },
  });
  const plan = await planFor({ chain: { ...failing, episodes: [settled] } });
  expect(plan).toMatchObject({
    action: "conclude",
    parameters: { summary: "The reporter says in comment 5: Updating pip helped." },
  });
});

test("what was suggested and what the reporter says of it are told together; a duplicate is told as one", async () => {
  const provenance = { ...makeThreadEpisode().provenance, comment_id: "1" };
  const advice = makeThreadEpisode({
    kind: "question",
    summary: "Does it help to unset PIP_INDEX_URL?",
    provenance: { ...provenance, source: "maintainer", author_role: "maintainer" },
  });
  const thanks = makeThreadEpisode({
    kind: "resolution",
    status: "resolved",
    summary: "That was it!",
    provenance: { ...provenance, comment_id: "2" },
    links: [{ type: "answers", to: advice.id }],
  });
  const told = await planFor({ chain: { ...failing, episodes: [advice, thanks] } });
  expect(told).toMatchObject({
    action: "conclude",
    parameters: {
      summary:
        "From comment 1: Does it help to unset PIP_INDEX_URL? The reporter says of it in comment 2: That was it!",
    },
  });
  const duplicate = makeThreadEpisode({
    kind: "note",
    tags: ["duplicate", "#41"],
    provenance: { ...provenance, source: "maintainer", author_role: "maintainer" },
  });
  const known = await planFor({ chain: { ...failing, episodes: [duplicate] } });
  expect(known).toMatchObject({ action: "conclude", confidence: 0.9 });
  expect(JSON.stringify(known.parameters)).toContain("Reported before: #41");
});

test("a wish is left to people, a question goes to who knows", async () => {
  expect((await planFor({ chain: makeChain({ title: "Add support for TOML" }) })).action).toBe("decline");
  expect((await planFor({ chain: makeChain({ title: "How do I use a template?" }) })).action).toBe(
    "ask_maintainer",
  );
});

test("a tool that the sandbox lacks is asked for instead", async () => {
  const chain = makeChain({
    title: "Segmentation fault at start",
    environment: makeEnvironment({ os_family: "linux" }),
    facts: [
      { key: "command", value: "app --start", comment_id: null, author_role: "reporter", confidence: 0.9 },
    ],
  });
  const first = await planFor({ chain, can_run: true });
  expect(first).toMatchObject({
    action: "run_command",
    parameters: { purpose: "get the backtrace of the crash" },
  });
  const missing = makeObservation({ ok: false, exit_code: 127, output: "bash: gdb: command not found" });
  const next = await planFor({ chain, can_run: true, steps: [makeStep(1, first, missing)] });
  expect(next.action).toBe("ask_reporter");
  expect(JSON.stringify(next.parameters)).toContain("gdb -batch");
});

test("the last step of the budget is a word, never a command", async () => {
  const plan = await planFor({ chain: failing, can_run: true, budget: { ...BUDGET, steps_left: 1 } });
  expect(plan.action).toBe("propose_fix");
});
