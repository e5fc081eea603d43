import type { Plan } from "../plan.js";

/** "Apple M2", "an M1 Mac": processors, whose names look like labels. */
const PROCESSOR =
  /\bapple(?: silicon)?,? \(?M\d\b(?:[/ ]M\d\b)*|\bM\d(?=[ -](?:mac\w*|pro|max|ultra|chips?|cpus?|processors?|laptops?)\b)/gi;

/** Labels of memories that a text names: "M1". */
export function labelsIn(text: string): string[] {
  return [...new Set(text.replaceAll(PROCESSOR, "").match(/\bM\d{1,3}\b/g) ?? [])];
}

/** All that a plan would say to people, commands apart. */
export function wordsOf(plan: Plan): string {
  return [plan.reasoning, ...saidBy(plan)].join("\n");
}

function saidBy(plan: Plan): (string | null)[] {
  switch (plan.action) {
    case "propose_fix":
    case "conclude":
      return [plan.parameters.summary, plan.parameters.cause];
    case "decline":
      return [plan.parameters.reason];
    case "ask_maintainer":
      return [plan.parameters.question];
    case "ask_reporter":
      return plan.parameters.questions.map(({ text }) => text);
    default:
      return [];
  }
}
