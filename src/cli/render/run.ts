import type { Chain } from "../../chain/chain.js";
import type { Plan } from "../../planning/plan.js";
import type { Recalled } from "../../recall/recalled.js";
import { spokesmanOf } from "../../memory/episode.js";
import { actionText } from "../../reply/sections/tried.js";
import type { RunRecord } from "../../run-record.js";
import type { Output } from "../output.js";
import { formatTable } from "../table.js";

const MOST_EPISODES = 12;

/** The chain as a numbered list of episodes. */
export function renderChain(chain: Chain, output: Output): void {
  const { colors } = output;
  const rows = chain.episodes
    .slice(0, MOST_EPISODES)
    .map((episode) => [
      `  ${episode.seq + 1}`,
      episode.kind,
      episode.provenance.source,
      oneLine(episode.summary, 76),
    ]);
  heading("Chain", `${chain.episodes.length} episodes`, output);
  output.line(formatTable(["  #", "kind", "said by", "what"], rows));
  if (chain.episodes.length > MOST_EPISODES)
    output.line(colors.dim(`  … ${chain.episodes.length - MOST_EPISODES} more`));
}

export function renderRecall(run: RunRecord, output: Output): void {
  const { recalled, abstained, considered } = run.recall;
  heading(
    "Recalled",
    recalled.length === 0 ? "nothing" : `${recalled.length} of ${considered} considered`,
    output,
  );
  if (recalled.length === 0) output.line(`  ${abstained ?? "nothing in memory applies"}`);
  for (const memory of recalled) renderMemory(memory, output);
}

function renderMemory(memory: Recalled, output: Output): void {
  const { colors } = output;
  output.line(
    `  ${colors.bold(memory.label)} ${colors.cyan(memory.episode.thread)} ${oneLine(memory.episode.summary, 70)}`,
  );
  const outcome =
    memory.resolution === null
      ? memory.episode.status
      : `resolved: ${oneLine(memory.resolution.summary, 60)}`;
  output.line(
    colors.dim(
      `     score ${memory.score.toFixed(2)} · confidence ${spokesmanOf(memory).confidence.toFixed(2)} · ${outcome}`,
    ),
  );
  for (const reason of memory.reasons) output.line(colors.dim(`     because ${reason.text}`));
  for (const difference of memory.differences) output.line(colors.yellow(`     but ${difference}`));
}

export function renderPlan(plan: Plan, n: number, output: Output): void {
  const { colors } = output;
  output.line(`  ${n}. ${colors.bold(actionText(plan))}`);
  output.line(colors.dim(`     ${oneLine(plan.reasoning, 200)}`));
}

export function renderObservation(run: RunRecord, output: Output): void {
  const step = run.steps.at(-1);
  if (step === undefined) return;
  const { colors } = output;
  const mark = step.observation.ok ? colors.green("✓") : colors.red("✗");
  output.line(`     ${mark} ${oneLine(step.observation.summary, 100)} ${colors.dim(`(${step.planner})`)}`);
}

export function heading(title: string, note: string, output: Output): void {
  output.line();
  output.line(`${output.colors.bold(title)} ${output.colors.dim(note)}`);
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
