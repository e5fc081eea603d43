import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { emptyEnvironment } from "../../src/environment/environment.js";
import { noCounters, type Episode } from "../../src/memory/episode.js";
import type { FailureCase } from "../../src/failures/failure-case.js";
import type { Scope } from "../../src/memory/scope.js";

export const PUBLIC_SCOPE: Scope = { installation: "1", repository: "100", visibility: "public" };

const NAMESPACE = "6f1f0d5e-6c39-4d0a-8a51-0f6a7c1f7b11";

/** A plain episode; its id follows from scope, thread and seq unless one is given. */
export function makeEpisode(over: Partial<Episode> = {}): Episode {
  const scope = over.scope ?? PUBLIC_SCOPE;
  const thread = over.thread ?? "acme/widgets#1";
  const seq = over.seq ?? 0;
  return {
    id: uuidv5(JSON.stringify([scope.installation, scope.repository, thread, seq]), NAMESPACE),
    scope,
    thread,
    seq,
    kind: "report",
    summary: "npm ci fails with ERESOLVE",
    symptoms: ["npm ERR! code ERESOLVE"],
    environment: emptyEnvironment(),
    entities: [{ kind: "package", value: "left-pad" }],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.55,
    provenance: {
      source: "reporter",
      url: "https://github.example/acme/widgets/issues/1",
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: createHash("sha256").update(`${thread} ${seq}`).digest("hex"),
    },
    counters: noCounters(),
    created_at: "2026-01-01T00:00:00.000Z",
    schema_version: 1,
    ...over,
  };
}

export function makeFailureCase(over: Partial<FailureCase> = {}): FailureCase {
  return {
    failure_id: "f1",
    task_context: "node_dependency_installation",
    stage: "dependencies",
    raw_command: "npm ci",
    cwd: null,
    exit_code: 1,
    ecosystem: "npm",
    error_type: "VERSION_CONFLICT",
    code: "ERESOLVE",
    key_entities: [{ kind: "package", value: "left-pad" }],
    root_line: "npm ERR! ERESOLVE could not resolve",
    root_line_no: 1,
    excerpt: "npm ERR! ERESOLVE could not resolve",
    fingerprint: "fp-1",
    root_cause: "two packages want different versions of a third",
    solution_applied: null,
    hypothesis: null,
    environment_snapshot: emptyEnvironment(),
    parser: "npm/eresolve",
    confidence: 0.9,
    ...over,
  };
}
