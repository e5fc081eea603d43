import type { RecordedFact, RunRecord } from "../../run-record.js";
import { codeSpan, sanitizeLine } from "../sanitize.js";

const MOST = 12;

/** Facts with the place they were read in, the surest first; errors are shown as they stand. */
export function understoodSection(run: RunRecord): string | null {
  const facts = [...run.facts].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
  if (facts.length === 0) return null;
  return ["**Understood**", "", ...facts.map((fact) => `- ${describe(fact)} ${place(run, fact)}`)].join("\n");
}

const ORDER = ["error", "command", "os", "distro", "arch", "container"];

function rank(fact: RecordedFact): number {
  const position = ORDER.indexOf(fact.key);
  return position === -1 ? ORDER.length : position;
}

function describe(fact: RecordedFact): string {
  if (fact.key === "error") return `Fails with ${codeSpan(fact.value)}`;
  if (fact.key === "command") return `Runs ${codeSpan(fact.value)}`;
  const [group, ...name] = fact.key.split(".");
  const label = name.length > 0 ? name.join(".") : (LABELS[group ?? ""] ?? group ?? "");
  return `${sanitizeLine(label, 60)}: ${sanitizeLine(fact.value, 120)}`;
}

const LABELS: Record<string, string> = {
  os: "System",
  distro: "Distribution",
  arch: "Architecture",
  ci: "CI",
  cuda: "CUDA",
};

function place(run: RunRecord, fact: RecordedFact): string {
  if (fact.comment_id === null) return "(issue text)";
  const said = fact.author_role === "reporter" ? "comment" : `${fact.author_role}'s comment`;
  return /^\d{4,}$/.test(fact.comment_id) && run.url.startsWith("https://")
    ? `([${said}](${run.url}#issuecomment-${fact.comment_id}))`
    : `(${said} ${fact.comment_id})`;
}
