import type { RepositoryPolicy } from "../../config/repository/policy.js";
import type { Batches, EpisodeLog, RunHistory } from "../../memory/log/episode-log.js";
import type { Recalled } from "../../recall/recalled.js";
import { spokesmanOf } from "../../memory/episode.js";
import { sanitizeLine } from "../../reply/sanitize.js";
import type { Thread } from "../../thread/thread.js";
import type { Trigger, TriggerCommand } from "../../thread/trigger.js";
import { tellBudget } from "./tell-budget.js";
import { renderHelp } from "./command-table.js";
import { findLastRun, findMemory } from "./last-run.js";
import { changeOnce, keptAnswer } from "./once.js";
import { rememberedNote } from "./remembered-note.js";
import type { ThreadSwitch } from "./thread-switch.js";

export interface CommandDeps {
  log: EpisodeLog & RunHistory & Batches;
  policy: RepositoryPolicy;
  now: () => Date;
  switches: ThreadSwitch;
  readThread: () => Promise<Thread>;
  redact: (text: string) => string;
}

/** Commands that are answered at once; null for those that a run works on. */
export async function answerCommand(trigger: Trigger, deps: CommandDeps): Promise<string | null> {
  switch (trigger.command) {
    case "help":
      return renderHelp(deps.policy.roles);
    case "stop":
      await deps.switches.set(trigger, true);
      return "I am silent on this issue from now on. `/mneme resume` lets me speak again.";
    case "resume":
      await deps.switches.set(trigger, false);
      return "I speak on this issue again when I am asked.";
    case "remember":
      return await remember(trigger, deps);
    case "budget":
      return await tellBudget(trigger, deps);
    case "why":
    case "correct":
    case "forget":
    case "gold":
      return await onMemory(trigger.command, trigger, deps);
    case "diagnose":
    case "setup":
    case "verify":
      return null;
  }
}

async function remember(trigger: Trigger, { log, redact, readThread }: CommandDeps): Promise<string> {
  const text = redact(trigger.arguments.trim());
  if (text === "") return "There is nothing to remember: write it behind the command.";
  const { source_url } = await readThread();
  const anchor = trigger.comment_id === null ? "" : `#issuecomment-${trigger.comment_id}`;
  await log.append([rememberedNote(trigger, text, `${source_url}${anchor}`)]);
  return "Remembered, as a maintainer's word. `/mneme forget` and the command line can take it back.";
}

async function onMemory(
  command: Extract<TriggerCommand, "why" | "correct" | "forget" | "gold">,
  trigger: Trigger,
  deps: CommandDeps,
): Promise<string> {
  const kept = await keptAnswer(deps.log, trigger);
  if (kept !== null) return kept;
  const run = await findLastRun(deps.log, trigger.scope, await deps.readThread());
  const { memory, rest } = findMemory(run, trigger.arguments);
  if (memory === null) {
    const shown = run?.recall.recalled.map(({ label }) => label).join(", ") ?? "";
    return `Name one of the memories of my last answer here${shown === "" ? ": it showed none" : ` (${shown})`}.`;
  }
  if (command === "why") return explain(memory);
  // Shown from another repository of the installation: only there may it be changed.
  if (memory.episode.scope.repository !== trigger.scope.repository)
    return `${memory.label} is another repository's memory: change it there (${sanitizeLine(memory.episode.provenance.url)}).`;
  const said = deps.redact(rest.trim());
  return await changeOnce(deps.log, trigger, (log) => change(command, memory, said, trigger, log));
}

async function change(
  command: "correct" | "forget" | "gold",
  { label, episode }: Recalled,
  summary: string,
  trigger: Trigger,
  log: EpisodeLog,
): Promise<string> {
  const attribution = {
    by: trigger.by,
    at: trigger.at,
    why: `/mneme ${command} in ${trigger.repo}#${trigger.number}`,
  };
  if (command === "forget") {
    await log.erase(episode.scope, { episode: episode.id }, attribution);
    return `${label} is erased.`;
  }
  if (command === "correct") {
    if (summary === "") return `Write behind ${label} what it should say.`;
    await log.addFact(episode.scope, { kind: "correction", episode: episode.id, summary }, attribution);
    return `${label} is corrected. What it said before is kept in its history.`;
  }
  const [current] = await log.get({ scope: trigger.scope, share: "repository" }, [episode.id]);
  const isGold = current?.gold !== undefined;
  const permalink = trigger.comment_id ?? `${trigger.repo}#${trigger.number}`;
  const gold = isGold ? null : { by: trigger.by, at: trigger.at, permalink };
  await log.addFact(episode.scope, { kind: "gold", episode: episode.id, gold }, attribution);
  return isGold ? `${label} is no longer gold.` : `${label} is gold: I trust it from now on.`;
}

function explain(memory: Recalled): string {
  const { label, episode, reasons, differences, score } = memory;
  const lines = reasons.map(({ signal, text }) => `- ${signal}: ${sanitizeLine(text)}`);
  const differs =
    differences.length === 0 ? "" : `\n\nWhat differs here: ${sanitizeLine(differences.join("; "))}`;
  return `**${label}** (score ${score.toFixed(2)}, confidence ${spokesmanOf(memory).confidence.toFixed(2)}): ${sanitizeLine(episode.summary)}\n\n${lines.join("\n")}${differs}\n\nFrom ${sanitizeLine(episode.provenance.url)}`;
}
