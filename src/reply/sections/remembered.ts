import type { Recalled } from "../../recall/recalled.js";
import { spokesmanOf } from "../../memory/episode.js";
import { saysHow } from "../../memory/says-how.js";
import { WEIGHTS } from "../../recall/weights.js";
import type { RunRecord } from "../../run-record.js";
import { codeSpan, safeLink, sanitizeLine } from "../sanitize.js";

/** The memories that apply, each with where it comes from, what came of it, and why it was recalled. */
export function rememberedSection(run: RunRecord): string | null {
  const { recalled, conflicts, abstained, degraded } = run.recall;
  const lines = ["**Remembered**", ""];
  const shown = recalled.filter((memory) => isTold(memory, run));
  for (const memory of shown) lines.push(...describe(memory));
  const others = recalled.filter((memory) => !shown.includes(memory)).map(({ label }) => label);
  if (others.length > 0)
    lines.push(`${shown.length > 0 ? "- " : ""}${others.join(", ")}: looked at, and too little like this.`);
  for (const conflict of conflicts) {
    lines.push(`- ⚠ ${conflict.labels.join(" and ")} disagree about ${sanitizeLine(conflict.about, 120)}.`);
  }
  if (recalled.length === 0) lines.push(`Nothing in memory applies${whyNothing(abstained)}.`);
  if (degraded !== null) lines.push("", `*Memory was not fully available: ${sanitizeLine(degraded)}.*`);
  return lines.join("\n");
}

/** What a step relied on, and what recall would show by itself; the company that it brings along is only counted. */
function isTold({ label, score, reasons }: Recalled, run: RunRecord): boolean {
  if (run.steps.some(({ plan }) => plan.cites.includes(label))) return true;
  return score >= WEIGHTS.threshold && reasons.some(({ signal }) => !WORDS_ONLY.has(signal));
}

/** Another project's issue with words in common, on a like machine: no reason to read it. */
const WORDS_ONLY: ReadonlySet<string> = new Set(["lexical", "confidence", "recency", "environment"]);

/** "Nothing in memory applies: nothing in memory …" says it twice. */
function whyNothing(abstained: string | null): string {
  return abstained === null || abstained.startsWith("nothing") ? "" : `: ${sanitizeLine(abstained)}`;
}

function describe(memory: Recalled): string[] {
  const { episode } = memory;
  const told = spokesmanOf(memory);
  const source = told.provenance.source.replace("_", ", ");
  const facts = [outcomeOf(memory), `confidence ${told.confidence.toFixed(2)} (${source})`];
  if (told.gold !== undefined) facts.push("gold ⭐");
  if (memory.warning_only) facts.push("**as a warning only**");
  const head = `- **${memory.label}** ${safeLink(`${episode.thread}: ${memory.title ?? firstLine(episode.summary)}`, episode.provenance.url)} — ${facts.join(" · ")}`;
  const lines = [head];
  const resolution = resolutionText(memory);
  if (resolution !== null) lines.push(`  - What helped there: ${resolution}`);
  const reasons = memory.reasons.filter(({ signal }) => signal !== "confidence");
  if (reasons.length > 0)
    lines.push(`  - Applies because: ${reasons.map(({ text }) => sanitizeLine(text, 160)).join("; ")}`);
  if (memory.differences.length > 0)
    lines.push(`  - Differs: ${memory.differences.map((text) => sanitizeLine(text, 120)).join("; ")}`);
  return lines;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function outcomeOf(memory: Recalled): string {
  if (memory.resolution !== null) return "resolved";
  const { outcome, status } = memory.episode;
  if (outcome === undefined) return status;
  return outcome.success ? "worked" : "did not work";
}

/** The command that resolved it, else the sentence that says so. */
function resolutionText(memory: Recalled): string | null {
  const { resolution } = memory;
  if (resolution === null || resolution.id === memory.episode.id) return null;
  if (!saysHow(resolution, memory.title)) return null;
  const command = resolution.action?.command;
  return command === undefined ? sanitizeLine(resolution.summary) : codeSpan(command);
}
