import type { Chain } from "../../src/chain/chain.js";
import { emptyEnvironment, type Environment } from "../../src/environment/environment.js";
import type { FailureCase } from "../../src/failures/failure-case.js";
import type { Episode } from "../../src/memory/episode.js";
import type { Observation } from "../../src/planning/observation.js";
import type { Plan, PlanOf } from "../../src/planning/plan.js";
import type { Budget, Situation, Step } from "../../src/planning/planner.js";
import { nothingRecalled, type Recalled, type RecallResult } from "../../src/recall/recalled.js";
import type { Trigger } from "../../src/thread/trigger.js";

export const SCOPE = { installation: "1", repository: "10", visibility: "public" } as const;

export const BUDGET: Budget = { steps_left: 8, ms_left: 600_000, tokens_left: 60_000, usd_left: 0.5 };

/** A plan that holds in a situation as it is made here. */
export const GOOD_PLAN: PlanOf<"ask_reporter"> = {
  action: "ask_reporter",
  parameters: { questions: [{ text: "Which shell is it?", command: "echo $0", about: ["shell"] }] },
  reasoning: "The thread does not say which shell is used.",
  cites: [],
  confidence: 0.6,
};

export function makeTrigger(changes: Partial<Trigger> = {}): Trigger {
  return {
    kind: "comment",
    id: "delivery-1",
    scope: SCOPE,
    repo: "octo/ingest",
    number: 7,
    comment_id: null,
    command: "diagnose",
    arguments: "",
    by: "mona",
    permission: "write",
    is_reporter: false,
    at: "2026-01-02T00:00:00Z",
    ...changes,
  };
}

export function makeChain(changes: Partial<Chain> = {}): Chain {
  return {
    scope: SCOPE,
    thread: "octo/ingest#7",
    url: "https://github.com/octo/ingest/issues/7",
    title: "Something is wrong",
    episodes: [],
    environment: emptyEnvironment(),
    facts: [],
    failures: [],
    questions: [],
    symptoms: [],
    ...changes,
  };
}

export function makeSituation(changes: Partial<Situation> = {}): Situation {
  return {
    trigger: makeTrigger(),
    chain: makeChain(),
    recall: nothingRecalled("thread", "memory is empty"),
    steps: [],
    budget: BUDGET,
    can_run: false,
    ...changes,
  };
}

export function makeEnvironment(values: { os_family?: string; node?: string; python?: string }): Environment {
  const source = { kind: "thread", comment_id: null, author_role: "reporter" } as const;
  const fact = (value: string): Environment["os"] & object => ({ value, source, confidence: 0.9 });
  return {
    ...emptyEnvironment(),
    ...(values.os_family === undefined
      ? {}
      : { os_family: fact(values.os_family), os: fact(values.os_family) }),
    runtimes: {
      ...(values.node === undefined ? {} : { node: fact(values.node) }),
      ...(values.python === undefined ? {} : { python: fact(values.python) }),
    },
  };
}

export function makeFailure(changes: Partial<FailureCase> = {}): FailureCase {
  return {
    failure_id: "f1",
    task_context: "python_project_initialization",
    stage: "dependencies",
    raw_command: "pip install frobnicate==9",
    cwd: null,
    exit_code: 1,
    ecosystem: "python/pip",
    error_type: "VERSION_NOT_FOUND",
    code: null,
    key_entities: [{ kind: "package", value: "frobnicate" }],
    root_line: "ERROR: No matching distribution found for frobnicate==9",
    root_line_no: 3,
    excerpt: "ERROR: No matching distribution found for frobnicate==9",
    fingerprint: "fp-frobnicate",
    root_cause: "No release of frobnicate has the version 9",
    solution_applied: null,
    hypothesis: null,
    environment_snapshot: emptyEnvironment(),
    parser: "pip/no-matching-distribution",
    confidence: 0.9,
    ...changes,
  };
}

let counter = 0;

export function makeThreadEpisode(changes: Partial<Episode> = {}): Episode {
  counter += 1;
  return {
    id: `00000000-0000-4000-8000-${String(counter).padStart(12, "0")}`,
    scope: SCOPE,
    thread: "octo/ingest#7",
    seq: counter,
    kind: "note",
    summary: "A note",
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.75,
    provenance: {
      source: "reporter",
      url: "https://github.com/octo/ingest/issues/7",
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: "0".repeat(64),
    },
    counters: { exposed: 0, adopted: 0, helped: 0, failed: 0 },
    created_at: "2026-01-01T00:00:00.000Z",
    schema_version: 1,
    ...changes,
  };
}

export function makeRecalled(episode: Episode, changes: Partial<Recalled> = {}): Recalled {
  return {
    label: "M1",
    episode,
    score: 0.8,
    reasons: [{ signal: "lexical", score: 0.5, text: "the same words" }],
    environment_match: "match",
    differences: [],
    warning_only: false,
    resolution: null,
    ...changes,
  };
}

export function makeRecall(recalled: Recalled[], changes: Partial<RecallResult> = {}): RecallResult {
  return {
    moment: "thread",
    recalled,
    conflicts: [],
    abstained: null,
    degraded: null,
    considered: recalled.length,
    ...changes,
  };
}

export function makeObservation(changes: Partial<Observation> = {}): Observation {
  return {
    ok: true,
    exit_code: 0,
    output: "",
    summary: "exit 0",
    failure: null,
    source: "sandbox",
    duration_ms: 5,
    ...changes,
  };
}

export function makeStep(n: number, plan: Plan, observation: Observation): Step {
  return { n, plan, observation };
}
