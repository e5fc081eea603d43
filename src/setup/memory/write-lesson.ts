import { createHash } from "node:crypto";
import { v5 } from "uuid";
import type { Environment } from "../../environment/environment.js";
import type { Entity, FailureCase } from "../../failures/failure-case.js";
import { priorOf } from "../../memory/confidence.js";
import { EPISODE_SCHEMA_VERSION, noCounters, type Episode } from "../../memory/episode.js";
import type { Experience } from "../../memory/experience.js";
import { conditionsOf, runtimeOf } from "./applies.js";
import type { RememberedWay } from "./remembered-way.js";
import type { SetupMemoryDependencies } from "./episodic-setup-memory.js";
import type { Lesson } from "./setup-memory.js";

const NAMESPACE = "6f0e7a52-6c1c-4d0e-9a53-3f2b1f0c9d47";

type Writer = Pick<SetupMemoryDependencies, "reader" | "thread" | "now" | "redact">;

/** One failure, what was done about it and what came of it, as an episode. */
export function toEpisode(lesson: Lesson, environment: Environment, writer: Writer): Episode {
  const { failure, way, step, outcome } = lesson;
  const success = outcome === "verified" || outcome === "helped";
  const commands = way.strategy.steps.map(writer.redact);
  const text = `${failure.fingerprint}\n${way.pit}\n${way.template.join("\n")}`;
  const key = JSON.stringify([writer.reader.scope, writer.thread, text, outcome]);
  const remembered: RememberedWay = {
    pit: way.pit,
    kind: way.strategy.kind,
    template: [...way.template],
    slots: { ...way.slots },
    step: step.id,
    applicability: conditionsOf(environment, runtimeOf(step.ecosystem)),
  };
  return {
    id: v5(key, NAMESPACE),
    scope: writer.reader.scope,
    thread: writer.thread,
    seq: 0,
    kind: success ? "resolution" : "attempt",
    summary: writer.redact(
      `${step.command}: ${failure.root_line}. ${success ? "Helped" : "Did not help"}: ${commands.join("; ")}`,
    ),
    symptoms: [writer.redact(failure.root_line)],
    action: {
      action: "setup_environment",
      parameters: { commands, way: remembered, proof: lesson.proof },
      command: commands.join(" && "),
    },
    outcome: {
      success,
      exit_code: success ? 0 : failure.exit_code,
      failure_case: caseOf(lesson, success),
      excerpt: writer.redact(failure.excerpt),
    },
    environment,
    entities: entitiesOf(lesson),
    tags: ["setup", step.ecosystem, way.pit],
    status: success ? "resolved" : "refuted",
    links: [],
    confidence: success ? (outcome === "verified" ? 0.95 : 0.85) : 0.85,
    provenance: {
      source: outcome === "verified" ? "sandbox_verified" : "sandbox",
      url: writer.thread,
      comment_id: null,
      author_role: null,
      quoted_text_hash: createHash("sha256").update(text).digest("hex"),
    },
    counters: noCounters(),
    created_at: writer.now().toISOString(),
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}

function caseOf({ failure, way, outcome, proof }: Lesson, success: boolean): FailureCase {
  const steps = way.strategy.steps.slice();
  const status = outcome === "verified" ? "verified" : success ? "untested" : "refuted";
  return {
    ...failure,
    solution_applied: success ? steps.join(" && ") : null,
    hypothesis: { steps, status, verified_in: proof },
  };
}

function entitiesOf({ failure, way }: Lesson): Entity[] {
  const name = way.slots["package"];
  const named = failure.key_entities.some((entity) => entity.kind === "package" && entity.value === name);
  return name === undefined || named
    ? failure.key_entities
    : [...failure.key_entities, { kind: "package", value: name }];
}

/** The abstraction over the cases of one fingerprint and one pit: counts grow, evidence is kept. */
export function toExperience(
  lesson: Lesson,
  environment: Environment,
  episode: Episode,
  before: Experience | null,
): Experience {
  const { failure, way, outcome, step } = lesson;
  const prior = before ?? priorOf("sandbox");
  const success = outcome === "verified" || outcome === "helped";
  const slots = Object.keys(way.slots);
  return {
    id: before?.id ?? v5(JSON.stringify([episode.scope, failure.fingerprint, way.pit]), NAMESPACE),
    signature: failure.fingerprint,
    error_type: failure.error_type,
    ecosystem: step.ecosystem,
    symptom_template: before?.symptom_template ?? symptomOf(failure),
    fix_template: before !== null && !success ? before.fix_template : [...way.template],
    applicability: {
      environment: [
        ...conditionsOf(environment, runtimeOf(step.ecosystem)),
        { dimension: "pit", expected: way.pit },
      ],
      entities: slots.includes("package") ? [{ slot: "package", kind: "package" }] : [],
    },
    evidence: Array.from(new Set([...(before?.evidence ?? []), episode.id])),
    alpha: prior.alpha + (success ? 1 : 0),
    beta: prior.beta + (success ? 0 : 1),
    level: way.pit === "memory" ? (before === null ? "case" : "pattern") : "pattern",
  };
}

/** The root line with its entities as slots. */
function symptomOf(failure: FailureCase): string {
  return failure.key_entities.reduce(
    (text, { kind, value }) => text.replaceAll(value, `{${kind}}`),
    failure.root_line,
  );
}
