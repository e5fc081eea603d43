import { commandsOf } from "../../acting/authority.js";
import { CONFIDENCE } from "../../memory/confidence.js";
import type { Episode } from "../../memory/episode.js";
import { saysHow } from "../../memory/says-how.js";
import { sameScope } from "../../memory/scope.js";
import type { Recalled } from "../../recall/recalled.js";
import { firstOwnFrame } from "../../failures/own-frame.js";
import { duplicateNumbers } from "./from-thread.js";
import { triedInVain } from "./said-before.js";
import { firstLine, sentence, RUN_THIS } from "./say.js";
import type { State } from "./state.js";
import { failedCommands, failedInMemory, normaliseCommand } from "./tried.js";

/** What resolved the remembered issue; null where nothing is known to have done so. */
export function resolutionOf({ resolution, episode, title }: Recalled): Episode | null {
  if (resolution !== null && resolution.status !== "refuted")
    return saysHow(resolution, title) ? resolution : null;
  if (episode.outcome?.success === false || episode.status === "refuted" || episode.kind === "report")
    return null;
  return episode.kind === "resolution" || episode.status === "resolved" ? episode : null;
}

/** The posterior of the memory, less what is not known about whether it applies. */
export function likelihood(memory: Recalled, fix: Episode, state: State): number {
  const applies = { match: 1, unknown: 0.9, mismatch: 0.5 }[memory.environment_match];
  const disputed = state.situation.recall.conflicts.some(({ labels }) => labels.includes(memory.label));
  return beliefIn(memory, fix) * applies * sameness(memory, state) * (disputed ? 0.8 : 1);
}

/** The resolution's own confidence, and what the same way did in other issues, by how much stands behind each. */
function beliefIn({ experience }: Recalled, fix: Episode): number {
  const way = experience?.way ?? null;
  if (way === null) return fix.confidence;
  const cases = way.held + way.failed;
  return (
    (fix.confidence * CONFIDENCE.priorStrength + way.belief * cases) / (CONFIDENCE.priorStrength + cases)
  );
}

/** How surely it is the same fault, by the strongest sign of it. */
function sameness(memory: Recalled, state: State): number {
  if (showsSamePlace(memory, state)) return SAME.place;
  if (hasSameFingerprint(memory, state)) return 1;
  return Math.max(0.35 + 0.5 * memory.score, isSameKind(memory, state) ? SAME.kind : 0);
}

const SAME = { place: 1.2, kind: 0.8 } as const;

/** Much alike in words: below it, a resolution from elsewhere is a pointer and not yet a proposal. */
const MUCH_ALIKE = 0.55;

export function isSameFault(memory: Recalled, state: State): boolean {
  return (
    memory.score >= MUCH_ALIKE ||
    hasSameFingerprint(memory, state) ||
    isSameKind(memory, state) ||
    showsSamePlace(memory, state)
  );
}

/** Hardly a word in common. */
const HARDLY_ALIKE = 0.1;
/** Like words about other things in another project, unless something firmer than words speaks for it. */
const ALIKE_ELSEWHERE = 0.4;
/** Here a rule has read what failed, and there nothing of it is named: words are shared by many issues of a project. */
const ALIKE_BESIDE_A_FAILURE = 0.45;

/** Near enough to be told at all: what merely shares some words is no news. */
export function isWorthTelling(memory: Recalled, state: State): boolean {
  if (isFirm(memory, state)) return true;
  const isNear = sameScope(memory.episode.scope, state.situation.chain.scope);
  const least = isNear ? HARDLY_ALIKE : ALIKE_ELSEWHERE;
  return memory.score >= (isRead(state) ? ALIKE_BESIDE_A_FAILURE : least);
}

function isFirm(memory: Recalled, state: State): boolean {
  return hasSameFingerprint(memory, state) || memory.reasons.some(({ signal }) => signal === "entities");
}

/** What failed is known by a tool's own rule, and not only quoted. */
function isRead({ root }: State): boolean {
  return root !== null && !root.parser.startsWith("generic/");
}

/** Words alone speak for it, and less than for a question: told once nothing better is left. */
const HINT = { base: 0.2, slope: 0.9, elsewhere: 0.5 } as const;
const ALIKE = 0.3;

/** How surely an earlier report is about the same, for telling where it ended. */
export function nearness(memory: Recalled, state: State): number {
  if (memory.score >= ALIKE && !memory.warning_only) return sameness(memory, state);
  return (HINT.base + HINT.slope * memory.score) * (memory.warning_only ? HINT.elsewhere : 1);
}

/** The same type of failure, about the same things, in the same project. */
function isSameKind({ episode, reasons }: Recalled, { root }: State): boolean {
  const type = episode.outcome?.failure_case?.error_type;
  const signals = new Set(reasons.map(({ signal }) => signal));
  return (
    root !== null && type === root.error_type && signals.has("entities") && signals.has("same_repository")
  );
}

/** Both name the same function in the same file as the innermost of the program's own. */
function showsSamePlace({ places = [] }: Recalled, { situation }: State): boolean {
  if (places.length === 0) return false;
  const there = new Set(places.map(withoutLine));
  const texts = [
    ...situation.chain.episodes.map(({ outcome }) => outcome?.excerpt ?? ""),
    ...situation.steps.map(({ observation }) => observation.output),
  ];
  return texts.some((text) => {
    const here = firstOwnFrame(text);
    return here !== null && there.has(withoutLine(here));
  });
}

/** "parse (parse.c)": lines move from version to version, and folders from machine to machine. */
function withoutLine(frame: string): string {
  return frame.replace(/\((?:[^()]*\/)?([^()/:]+):\d+\)$/, "($1)");
}

function hasSameFingerprint(memory: Recalled, state: State): boolean {
  const fingerprints = new Set(state.situation.chain.failures.map(({ fingerprint }) => fingerprint));
  const own = memory.episode.outcome?.failure_case?.fingerprint;
  return (
    (own !== undefined && fingerprints.has(own)) ||
    duplicateNumbers(state).has(memory.episode.thread.split("#").at(-1) ?? "") ||
    memory.reasons.some(({ signal, score }) => signal === "fingerprint" && score > 0)
  );
}

/** The commands of a remembered fix that nobody has seen fail here; null where that leaves nothing of it. */
export function commandsLeft(fix: Episode, state: State): string[] | null {
  const all = commandsOf(fix);
  const left = all.filter((command) => !isKnownToFail(command, state));
  return all.length > 0 && left.length === 0 ? null : left;
}

function isKnownToFail(command: string, state: State): boolean {
  if (failedCommands(state.situation).has(normaliseCommand(command))) return true;
  return failedInMemory(command, state.situation.recall.recalled) !== null;
}

/** So much less likely may a second memory be and still be worth a word in the same reply. */
const WORTH_A_WORD = 0.6;

/** Remembered ways out of the same symptom that nobody has tried here, the likeliest of each first. */
interface Way {
  memory: Recalled;
  fix: Episode;
  commands: string[];
  p: number;
}

function openWays(state: State, fits = isSameFault): Way[] {
  const ways = state.situation.recall.recalled.flatMap((memory) => {
    const fix = resolutionOf(memory);
    if (memory.warning_only || fix === null || !fits(memory, state)) return [];
    if (triedInVain(memory, fix, state.situation)) return [];
    const commands = commandsLeft(fix, state);
    return commands === null ? [] : [{ memory, fix, commands, p: likelihood(memory, fix, state) }];
  });
  return ways
    .toSorted((a, b) => b.p - a.p)
    .filter((way, index, all) => all.findIndex(({ fix }) => isSameWay(fix, way.fix)) === index);
}

/** How likely this way is among all that memory holds for the symptom: 1 where it knows no other. */
export function shareOf({ label }: Recalled, state: State): number {
  const ways = openWays(state);
  const [own, rival] = [
    ways.find(({ memory }) => memory.label === label),
    ways.find(({ memory }) => memory.label !== label),
  ];
  if (own === undefined || rival === undefined || !isAmbiguous(state)) return 1;
  const weight = ({ memory, p }: Way): number => (p * memory.score) ** 2;
  return weight(own) / (weight(own) + weight(rival));
}

/** Memory knows the symptom from issues that ended differently: only a closer look tells which one this is. */
export function isAmbiguous(state: State): boolean {
  const [first, second] = openWays(state);
  return first !== undefined && second !== undefined && second.p >= first.p * WORTH_A_WORD;
}

/**
 * Another known way out of the same symptom: told along, so that it costs no further round if the first one fails.
 * Null where memory holds none that is nearly as likely.
 */
export function secondWay(first: Recalled, state: State): { label: string; text: string } | null {
  const ways = openWays(state);
  const least = (ways.find(({ memory }) => memory.label === first.label)?.p ?? 1) * WORTH_A_WORD;
  const other = ways.find(({ memory, p }) => memory.label !== first.label && p >= least);
  if (other === undefined) return null;
  return { label: other.memory.label, text: alsoTold(other) };
}

/** The same among earlier reports that are only near. */
export function secondNear(first: Recalled, state: State): { label: string; text: string } | null {
  const own = resolutionOf(first);
  const other = openWays(state, isWorthTelling)
    .filter(({ memory, fix }) => memory.label !== first.label && own !== null && !isSameWay(fix, own))
    .toSorted((a, b) => b.memory.score - a.memory.score)
    .find(({ memory }) => memory.score >= first.score * WORTH_A_WORD);
  return other === undefined ? null : { label: other.memory.label, text: alsoTold(other) };
}

function alsoTold({ memory, fix, commands }: Way): string {
  return `If that does not help, ${memory.label} (${memory.episode.thread}) ended with: ${told(fix, commands)}`;
}

/** What helped, in a line: the words, and the commands in code. */
export function told(fix: Episode, commands: readonly string[]): string {
  const unsaid = commands.filter((command) => !fix.summary.includes(command));
  const shown = unsaid.map((command) => `\`${command.replaceAll("`", "'")}\``).join(", ");
  const words = sentence(firstLine(fix.summary, 300));
  if (shown === "") return words;
  return words === RUN_THIS ? `${shown}.` : `${words} ${shown}`;
}

function isSameWay(a: Episode, b: Episode): boolean {
  if (a.summary === b.summary) return true;
  const [one, other] = [commandsOf(a).join("\n"), commandsOf(b).join("\n")];
  return one !== "" && one === other;
}
