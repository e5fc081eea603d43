import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import type { Chain } from "../chain/chain.js";
import { EPISODE_SCHEMA_VERSION, noCounters, type Episode, type EpisodeSource } from "../memory/episode.js";
import type { Observation } from "../planning/observation.js";
import { isTerminal, type Plan } from "../planning/plan.js";
import { citeTag, runTag } from "../planning/step-tags.js";
import type { Recalled } from "../recall/recalled.js";
import type { RecordedStep, RunRecord } from "../run-record.js";

const STEP_NAMESPACE = "0d2f7d0a-7c67-5d3c-8d7f-2f0d6a1f3b9c";
/** Prior means of the contract for what a run itself saw, and what it only concluded. */
const PRIOR = { sandbox_verified: 0.95, sandbox: 0.85, inference: 0.35 } as const;

/** What one step leaves behind; `hasProof`: a clean container has shown in this run that a fix holds. Its id follows from run and step: written twice, it is there once. */
export function stepEpisode(
  run: RunRecord,
  chain: Chain,
  plan: Plan,
  observation: Observation,
  at: Date,
  hasProof: boolean,
): Episode {
  const n = run.steps.length + 1;
  const source = sourceOf(run, plan, observation, hasProof);
  const command = commandOf(plan);
  const { failure } = observation;
  return {
    id: uuidv5(`${run.run_id}/${n}`, STEP_NAMESPACE),
    scope: run.scope,
    thread: run.thread,
    seq: chain.episodes.length + run.episodes.length,
    kind: kindOf(plan),
    summary: summaryOf(plan, observation),
    symptoms: failure === null ? [] : [failure.root_line],
    action: {
      action: plan.action,
      parameters: { ...plan.parameters },
      ...(command === null ? {} : { command }),
    },
    outcome: {
      success: observation.ok,
      exit_code: observation.exit_code,
      ...(failure === null ? {} : { failure_case: failure }),
      excerpt: observation.output.slice(0, 2000),
    },
    environment: chain.environment,
    entities: failure?.key_entities ?? [],
    tags: [runTag(run.run_id), ...citedBy(run, plan).map(({ episode }) => citeTag(episode.thread))],
    status: "open",
    links: citedBy(run, plan).map(({ episode }) => ({ type: "applied_in", to: episode.id })),
    confidence: PRIOR[source],
    provenance: {
      source,
      url: run.url,
      comment_id: null,
      author_role: "bot",
      quoted_text_hash: createHash("sha256").update(observation.output).digest("hex"),
    },
    counters: noCounters(),
    created_at: at.toISOString(),
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}

/** What is proposed because it was proved in a clean container in this very run is no inference. */
function sourceOf(
  run: RunRecord,
  plan: Plan,
  observation: Observation,
  hasProof: boolean,
): keyof typeof PRIOR & EpisodeSource {
  if (hasProof && plan.action === "propose_fix" && run.steps.some((step) => isProofOf(step, plan)))
    return "sandbox_verified";
  return observation.source === "sandbox" ? "sandbox" : "inference";
}

function isProofOf({ plan, observation }: RecordedStep, fix: Plan): boolean {
  return (
    plan.action === "verify_memory" &&
    observation.verdict === "held" &&
    fix.cites.includes(plan.parameters.memory)
  );
}

function kindOf(plan: Plan): Episode["kind"] {
  if (plan.action === "ask_reporter" || plan.action === "ask_maintainer") return "question";
  return isTerminal(plan) ? "diagnosis" : "observation";
}

function summaryOf(plan: Plan, observation: Observation): string {
  switch (plan.action) {
    case "propose_fix":
    case "conclude":
      return plan.parameters.summary;
    case "decline":
      return plan.parameters.reason;
    case "ask_reporter":
      return plan.parameters.questions.map((question) => question.text).join(" ");
    case "ask_maintainer":
      return plan.parameters.question;
    default:
      return `${commandOf(plan) ?? plan.action}: ${observation.summary}`;
  }
}

function commandOf(plan: Plan): string | null {
  if (plan.action === "run_command") return plan.parameters.command;
  if (plan.action === "reproduce") return plan.parameters.commands.join(" && ");
  if (plan.action === "propose_fix" && plan.parameters.commands.length > 0)
    return plan.parameters.commands.join(" && ");
  return null;
}

function citedBy(run: RunRecord, plan: Plan): Recalled[] {
  return run.recall.recalled.filter(({ label }) => plan.cites.includes(label));
}
