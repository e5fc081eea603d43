import type { Plan } from "../../planning/plan.js";
import type { RunRecord } from "../../run-record.js";
import { codeBlock, codeSpan, sanitizeLine, sanitizeProse } from "../sanitize.js";
import { citation } from "./citation.js";

export function causeSection(run: RunRecord): string | null {
  const { final } = run;
  if (final === null || (final.action !== "propose_fix" && final.action !== "conclude")) return null;
  const cause = final.parameters.cause;
  if (cause === null || cause.trim() === "") return null;
  return `**Likely cause**\n\n${claimed(run, final, cause)}`;
}

/** What to do now, with the proof, or with the plain word that there is none. */
export function doThisSection(run: RunRecord): string | null {
  const { final } = run;
  if (final?.action === "propose_fix") {
    const parts = [`**Do this**\n\n${claimed(run, final, final.parameters.summary)}`];
    if (final.parameters.commands.length > 0)
      parts.push(codeBlock(final.parameters.commands.join("\n"), "sh"));
    parts.push(proofText(run));
    return parts.join("\n\n");
  }
  if (final?.action === "conclude")
    return `**Conclusion**\n\n${claimed(run, final, final.parameters.summary)}`;
  if (final?.action === "decline")
    return `**Out of scope**\n\n${claimed(run, final, final.parameters.reason)}`;
  return null;
}

/** What is said, with what it rests on. */
function claimed(run: RunRecord, final: Plan, text: string): string {
  return `${sanitizeProse(text)}${citation(run, final, text)}`;
}

function proofText(run: RunRecord): string {
  const { proof } = run;
  if (proof === null) return "*Not verified: nothing was run that proves it.*";
  return (
    `✅ *Verified in a clean container (${codeSpan(proof.image)}): the failing command exited with ` +
    `${proof.exit_code_before} before and ${proof.exit_code_after} after. Proof ${codeSpan(proof.id)}, log ${codeSpan(proof.log_hash.slice(0, 12))}.*`
  );
}

export function needSection(run: RunRecord): string | null {
  const { final } = run;
  if (final?.action === "ask_maintainer")
    return `**I need** (from a maintainer)\n\n${sanitizeProse(final.parameters.question)}`;
  if (final?.action !== "ask_reporter") return null;
  const questions = final.parameters.questions.map((question, index) => {
    const command = question.command === null ? "" : `\n\n${indent(codeBlock(question.command, "sh"))}\n`;
    return `${index + 1}. ${sanitizeLine(question.text, 500)}${command}`;
  });
  return ["**I need**", "", ...questions].join("\n");
}

function indent(block: string): string {
  return block
    .split("\n")
    .map((line) => `   ${line}`)
    .join("\n");
}

const BUDGETS = {
  run: "this run's budget is spent",
  thread: "what all answers in this issue may spend is spent",
  day: "what this repository may spend in a day is spent; tomorrow (UTC) I go on when I am asked",
};

const ENDINGS: Record<string, string> = {
  no_progress: "I stopped here: my last steps brought nothing new. What I found so far is above.",
  outage:
    "I could not finish: a service that I need did not answer. The job is kept and will be tried again.",
};

/** A run always ends with a word, also where it reached no terminal action. */
export function endingSection(run: RunRecord): string | null {
  const parts: string[] = [];
  const ending = run.ended === "limit" ? limitText(run) : ENDINGS[run.ended ?? ""];
  if (ending !== undefined) parts.push(`**Where this stands**\n\n${ending}`);
  if (run.degraded.length > 0) parts.push(run.degraded.map((text) => `- ${sanitizeLine(text)}`).join("\n"));
  return parts.length === 0 ? null : parts.join("\n\n");
}

function limitText({ limited_by, steps }: RunRecord): string {
  const found = steps.length === 0 ? "I did nothing for this one." : "What I found so far is above.";
  return `I stopped here: ${BUDGETS[limited_by ?? "run"]}. ${found}`;
}
