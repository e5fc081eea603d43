import { emptyEnvironment } from "../../src/environment/environment.js";
import { EPISODE_SCHEMA_VERSION, noCounters, type Episode } from "../../src/memory/episode.js";
import { nothingRecalled, type Recalled } from "../../src/recall/recalled.js";
import { RUN_RECORD_VERSION, type RunRecord } from "../../src/run-record.js";
import { observation, runCommand } from "./scripted-run.js";

const SCOPE = { installation: "0", repository: "example-org/app", visibility: "public" } as const;

export function exampleEpisode(over: Partial<Episode> = {}): Episode {
  return {
    id: "7d1d3c1a-42f5-5c8b-9b0a-6f3e1d2c4b5a",
    scope: SCOPE,
    thread: "example-org/app#7",
    seq: 0,
    kind: "report",
    summary: "Build stops: fatal error: zlib.h",
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: [],
    status: "resolved",
    links: [],
    confidence: 0.81,
    provenance: {
      source: "maintainer",
      url: "https://github.com/example-org/app/issues/7",
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: "0".repeat(64),
    },
    counters: noCounters(),
    created_at: "2026-01-01T00:00:00.000Z",
    schema_version: EPISODE_SCHEMA_VERSION,
    ...over,
  };
}

export function exampleMemory(over: Partial<Recalled> = {}): Recalled {
  return {
    label: "M1",
    episode: exampleEpisode(),
    score: 0.9,
    reasons: [
      { signal: "fingerprint", score: 0.6, text: "the same failure signature" },
      { signal: "environment", score: 0.1, text: "the same system family (linux)" },
    ],
    environment_match: "match",
    differences: [],
    warning_only: false,
    resolution: exampleEpisode({
      id: "0b9f4a7e-55aa-5d0e-8a53-2b0c8f5d6e11",
      kind: "resolution",
      summary: "Installing the headers fixed it.",
      action: { action: "changed", parameters: {}, command: "apt-get install -y zlib1g-dev" },
    }),
    ...over,
  };
}

/** A run that remembered, tried and proposed: every section of a reply has something to say. */
export function exampleRun(over: Partial<RunRecord> = {}): RunRecord {
  const step = runCommand("gcc -c inflate.c", ["M1"]);
  const proposal: RunRecord["final"] = {
    action: "propose_fix",
    parameters: {
      summary: "Install zlib's headers, then build again.",
      commands: ["apt-get install -y zlib1g-dev", "make"],
      cause: "The compiler does not find `zlib.h`: the development package of zlib is not installed.",
    },
    reasoning: "because M1 (confidence 0.81, the same system family) ended with the headers installed",
    cites: ["M1"],
    confidence: 0.84,
  };
  const recorded = (
    n: number,
    plan: RunRecord["steps"][number]["plan"],
    summary: string,
    ok: boolean,
  ): RunRecord["steps"][number] => ({
    n,
    plan,
    planner: n === 1 ? "playbook/build" : "memory",
    route_reason: "expected value 61 (p 0.84)",
    observation: observation(summary, {
      ok,
      exit_code: ok ? 0 : 1,
      output: ok
        ? ""
        : "inflate.c:1:10: fatal error: zlib.h: No such file or directory\ncompilation terminated.",
    }),
    episode_id: "7d1d3c1a-42f5-5c8b-9b0a-6f3e1d2c4b5a",
    state_hash: "00",
  });
  return {
    schema_version: RUN_RECORD_VERSION,
    run_id: "2f1b6d4e-9f64-5c1e-8a5e-1c2d3e4f5a6b",
    trigger: {
      kind: "opened",
      id: "delivery",
      scope: SCOPE,
      repo: "example-org/app",
      number: 12,
      comment_id: null,
      command: "diagnose",
      arguments: "",
      by: "reporter",
      permission: "read",
      is_reporter: true,
      at: "2026-02-01T00:00:00Z",
    },
    scope: SCOPE,
    thread: "example-org/app#12",
    url: "https://github.com/example-org/app/issues/12",
    title: "make fails",
    started_at: "2026-02-01T00:00:00.000Z",
    finished_at: null,
    facts: [
      { key: "os", value: "Debian 12", comment_id: null, author_role: "reporter", confidence: 0.9 },
      {
        key: "runtimes.python",
        value: "3.11.2",
        comment_id: "123456",
        author_role: "reporter",
        confidence: 0.9,
      },
      {
        key: "error",
        value: "inflate.c:1:10: fatal error: zlib.h: No such file or directory",
        comment_id: null,
        author_role: "reporter",
        confidence: 0.9,
      },
    ],
    open_questions: [],
    recall: {
      ...nothingRecalled("thread", ""),
      recalled: [exampleMemory()],
      abstained: null,
      considered: 12,
    },
    steps: [
      recorded(1, step, "exit 1: fatal error: zlib.h: No such file or directory", false),
      recorded(2, proposal, "proposed", true),
    ],
    final: proposal,
    ended: "proposed",
    proof: null,
    spent: { steps: 2, wall_ms: 4200, tokens: 0, usd: 0 },
    degraded: [],
    episodes: [],
    reply: null,
    ...over,
  };
}
