import type { RecordedFact, RunRecord } from "../../run-record.js";
import { codeSpan, sanitizeLine } from "../sanitize.js";
import { placeOf } from "./citation.js";

const MOST = 10;
const MOST_ERRORS = 2;
const MOST_COMMANDS = 2;
/** Said already by the system's own line. */
const IMPLIED_BY_OS: ReadonlySet<string> = new Set(["os_family", "distro"]);

/** What the thread says, each with the place it was read in: the errors first, one value for each key. */
export function understoodSection(run: RunRecord): string | null {
  const facts = chooseFacts(run.facts);
  if (facts.length === 0) return null;
  return ["**Understood**", "", ...facts.map((fact) => `- ${describe(fact)} (${placeOf(run, fact)})`)].join(
    "\n",
  );
}

/** The surest facts in reading order; the reporter's before others'. */
function chooseFacts(facts: readonly RecordedFact[]): RecordedFact[] {
  const sure = facts
    .map((fact, position) => ({ fact, position }))
    .sort(
      (a, b) =>
        owner(a.fact) - owner(b.fact) || b.fact.confidence - a.fact.confidence || a.position - b.position,
    )
    .map(({ fact }) => fact);
  const errors = oncePerValue(sure.filter(isTellingError)).slice(0, MOST_ERRORS);
  const commands = sure.filter(isRun).slice(0, MOST_COMMANDS);
  const values = oncePerKey(sure.filter((fact) => isEnvironment(fact.key)));
  const hasOs = values.some((fact) => fact.key === "os");
  const shown = values.filter((fact) => !(hasOs && IMPLIED_BY_OS.has(fact.key)));
  return [...errors, ...commands, ...shown].slice(0, MOST);
}

/** "[ERROR] [GRADLE]" names who complains, and not of what. */
function isTellingError({ key, value }: RecordedFact): boolean {
  return key === "error" && /[\p{L}\p{N}]/u.test(value.replaceAll(TAGS, ""));
}

const TAGS = /\[\w{1,20}\]|\b(?:error|fatal|warning)\b/gi;

function oncePerValue(facts: readonly RecordedFact[]): RecordedFact[] {
  return facts.filter((fact, at) => facts.findIndex(({ value }) => value === fact.value) === at);
}

/** What the reporter runs: others' commands are advice, and "pip 23.0.1" is a version. */
function isRun({ key, value, author_role }: RecordedFact): boolean {
  return key === "command" && author_role === "reporter" && !/^\S+ v?\d[\d.]*$/.test(value.trim());
}

/** Other keys ("log", "proxy") are for planners: they say that something was told, not what. */
function isEnvironment(key: string): boolean {
  return ORDER.includes(key) || /^(?:runtimes|package_managers|software)\./.test(key);
}

function owner(fact: RecordedFact): number {
  return fact.author_role === "reporter" ? 0 : 1;
}

/** Where two say the same more and less precisely, the more precise one of the surest. */
function oncePerKey(facts: readonly RecordedFact[]): RecordedFact[] {
  const chosen = new Map<string, RecordedFact>();
  for (const fact of facts) {
    const known = chosen.get(fact.key);
    const refines =
      known !== undefined && fact.value.length > known.value.length && fact.value.startsWith(known.value);
    if (known === undefined || refines) chosen.set(fact.key, fact);
  }
  return [...chosen.values()].sort((a, b) => rank(a) - rank(b));
}

const ORDER = ["os", "distro", "os_family", "arch", "container", "ci", "cuda"];

function rank(fact: RecordedFact): number {
  const position = ORDER.indexOf(fact.key);
  return position === -1 ? ORDER.length : position;
}

const LABELS: Record<string, string> = {
  os: "System",
  os_family: "System",
  distro: "Distribution",
  arch: "Architecture",
  container: "Container",
  ci: "CI",
  cuda: "CUDA",
};

function describe(fact: RecordedFact): string {
  if (fact.key === "error") return `Fails with ${codeSpan(fact.value)}`;
  if (fact.key === "command") return `Runs ${codeSpan(fact.value)}`;
  const [group = "", ...name] = fact.key.split(".");
  const label = name.length > 0 ? name.join(".") : (LABELS[group] ?? group);
  return `${sanitizeLine(label, 60)}: ${sanitizeLine(fact.value, 120)}`;
}
