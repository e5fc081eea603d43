import { spokesmanOf, type Episode } from "../../memory/episode.js";
import type { Conflict, Recalled } from "../../recall/recalled.js";
import { cutMiddle } from "../../util/cut-middle.js";
import type { Situation, Step } from "../planner.js";

/** Characters that each part of the prompt may take. */
const MOST = { thread: 14_000, memories: 8_000, steps: 10_000, episode: 900, output: 3_000 } as const;

/** The thread as its chain: what is known first, then who said what, in order. */
export function describeThread({ chain }: Situation): string {
  const facts = chain.facts.map(({ key, value, comment_id }) => `${key} = ${value} (${place(comment_id)})`);
  const failures = chain.failures.map(
    ({ error_type, stage, root_line, root_cause, raw_command }) =>
      `${error_type} at ${stage}${raw_command === null ? "" : ` in \`${raw_command}\``}: ${root_line} [${root_cause}]`,
  );
  const questions = chain.questions.map(
    ({ text, asked_by, answered_in }) =>
      `${asked_by} asked: ${text} (${answered_in === null ? "open" : `answered in ${place(answered_in)}`})`,
  );
  const parts = [
    `Issue ${chain.thread}: ${chain.title}`,
    section("Symptoms", chain.symptoms),
    section("Facts", facts),
    section("Failures read from logs, the root one first", failures),
    section("Questions", questions),
    section("What was said and done, in order", chain.episodes.map(describeEpisode)),
  ];
  return cutMiddle(parts.filter((part) => part !== "").join("\n\n"), MOST.thread);
}

function describeEpisode(episode: Episode): string {
  const { kind, summary, action, outcome, provenance, status } = episode;
  const who = provenance.author_role ?? provenance.source;
  const did = action?.command === undefined ? "" : ` $ ${action.command}`;
  const came = outcome === undefined ? "" : ` → ${outcome.success ? "worked" : "failed"}: ${outcome.excerpt}`;
  return cutMiddle(
    `[${place(provenance.comment_id)}, ${who}, ${kind}, ${status}] ${summary}${did}${came}`,
    MOST.episode,
  );
}

/** Numbered examples: outcome, confidence, environment and gold beside each; conflicts at the end. */
export function describeMemories({ recall }: Situation): string {
  if (recall.recalled.length === 0) return `none: ${recall.abstained ?? "nothing applies"}`;
  const lines = [...recall.recalled.map(describeMemory), ...recall.conflicts.map(describeConflict)];
  return cutMiddle(lines.join("\n"), MOST.memories);
}

function describeMemory(memory: Recalled): string {
  const { label, episode, resolution, environment_match, differences, warning_only, reasons } = memory;
  const told = spokesmanOf(memory);
  const facts = [
    `from ${episode.thread}`,
    `source ${told.provenance.source}`,
    `confidence ${told.confidence.toFixed(2)}`,
    told.gold === undefined ? "not gold" : "GOLD",
    `environment ${environment_match}${differences.length > 0 ? ` (${differences.join("; ")})` : ""}`,
    warning_only ? "WARNING ONLY: does not apply here as it stands" : "",
  ];
  const lines = [
    `${label} [${facts.filter((fact) => fact !== "").join(", ")}]`,
    `  situation: ${describeEpisode(episode)}`,
    resolution === null || resolution.id === episode.id
      ? `  outcome: ${outcomeOf(episode)}`
      : `  outcome: resolved by ${describeEpisode(resolution)}`,
    `  applies because: ${reasons.map(({ text }) => text).join("; ")}`,
  ];
  return lines.join("\n");
}

function outcomeOf({ outcome, status }: Episode): string {
  if (outcome === undefined) return status;
  const why = outcome.failure_case === undefined ? "" : `, because ${outcome.failure_case.root_cause}`;
  return outcome.success ? `it worked (${status})` : `it did NOT work${why}`;
}

function describeConflict({ labels, about }: Conflict): string {
  return `DISAGREEMENT: ${labels.join(" and ")} disagree on ${about}. Say which you follow and why, naming all of them.`;
}

export function describeSteps({ steps }: Situation): string {
  if (steps.length === 0) return "none yet";
  return cutMiddle(steps.map(describeStep).join("\n\n"), MOST.steps);
}

function describeStep({ n, plan, observation }: Step): string {
  return [
    `Step ${n}: ${plan.action} ${JSON.stringify(plan.parameters)}`,
    `gave (${observation.source}): ${observation.ok ? "ok" : "not ok"}, ${observation.summary}`,
    cutMiddle(observation.output, MOST.output),
  ]
    .join("\n")
    .trim();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function place(commentId: string | null): string {
  return commentId === null ? "the report" : `comment ${commentId}`;
}
