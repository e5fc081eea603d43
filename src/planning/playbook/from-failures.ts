import type { FailureCase } from "../../failures/failure-case.js";
import type { Recalled } from "../../recall/recalled.js";
import { blankIn, tellBlank } from "../blanks.js";
import type { Candidate } from "./candidate.js";
import { onlyLooks } from "./looks.js";
import { remedyFor } from "./remedies.js";
import { firstLine, RUN_THIS, sentence } from "./say.js";
import { refutedProposals } from "./said-before.js";
import type { State } from "./state.js";
import { failedCommands, failedInMemory, normaliseCommand } from "./tried.js";
import { VALUE } from "./value.js";
import { canVerify } from "./verification.js";

/** p that a rule's own way out is the right one, and that general advice for the type of failure is. */
const P_RULE = 0.5;
const P_GENERAL = 0.35;
const P_VERIFIED = 0.95;
/** A later failure is often a consequence of the first. */
const BY_RANK = 0.7;
/** What is left of a way out that failed elsewhere. */
const AFTER_WARNING = 0.4;

/** What a rule that read the log would do about it, or what is usually done: a hypothesis, told as one. */
export function fromFailures(state: State): Candidate[] {
  const { failures } = state.situation.chain;
  return failures.slice(0, 3).flatMap((failure, rank) => candidateOf(failure, rank, state));
}

interface WayOut {
  summary: string;
  commands: string[];
  p: number;
  verified: boolean;
}

function candidateOf(failure: FailureCase, rank: number, state: State): Candidate[] {
  const way = ruledWay(failure, state) ?? (rank === 0 ? generalWay(failure, state) : null);
  if (way === null) return [];
  const warning =
    way.commands
      .map((step) => failedInMemory(step, state.situation.recall.recalled))
      .find((memory) => memory !== null) ?? null;
  const p = failure.confidence * way.p * BY_RANK ** rank * (warning === null ? 1 : AFTER_WARNING);
  const shrink = !way.verified && canVerify(state) ? VALUE.unverified_though_possible : 1;
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p,
      value: VALUE.proposed_fix * shrink,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "propose_fix",
        parameters: { cause: sentence(failure.root_cause), summary: way.summary, commands: way.commands },
        reasoning: reasoning(failure, way, warning),
        cites: warning === null ? [] : [warning.label],
        confidence: p,
      },
    },
  ];
}

/** The hypothesis of the rule, without what the thread has seen fail, and without what only looks. */
function ruledWay(failure: FailureCase, state: State): WayOut | null {
  const { hypothesis } = failure;
  if (hypothesis === null || hypothesis.status === "refuted") return null;
  const tried = failedCommands(state.situation);
  const steps = hypothesis.steps.filter((step) => !tried.has(normaliseCommand(step)));
  const runnable = steps.filter((step) => looksLikeCommand(step) && !onlyLooks(step));
  const commands = runnable.filter((step) => blankIn(step) === null);
  const blanks = runnable.flatMap((step) => inWords(step) ?? []);
  const words = [...steps.filter((step) => !looksLikeCommand(step)), ...blanks];
  if (commands.length === 0 && (words.length === 0 || isWatchedFirst(state))) return null;
  const verified = hypothesis.status === "verified";
  const summary = words.length > 0 ? words.map(sentence).join(" ") : RUN_THIS;
  return { summary, commands, p: verified ? P_VERIFIED : P_RULE, verified };
}

function inWords(step: string): string | null {
  const blank = blankIn(step);
  return blank === null ? null : `Run ${tellBlank(step, blank)}`;
}

/** Memory that grows is measured before anybody advises to buy more of it. */
function isWatchedFirst({ playbook }: State): boolean {
  return playbook.name === "memory-growth";
}

/** Types whose general advice is to look closer: that is a question, not a way out. */
const NEEDS_A_LOOK: ReadonlySet<FailureCase["error_type"]> = new Set([
  "CRASH",
  "TIMEOUT",
  "OTHER",
  "TEST_FAILURE",
  "BUILD_FAILURE",
  "RESOURCE_EXHAUSTED",
]);

function generalWay(failure: FailureCase, state: State): WayOut | null {
  if (
    isWatchedFirst(state) ||
    NEEDS_A_LOOK.has(failure.error_type) ||
    refutedProposals(state.situation).length > 0
  )
    return null;
  const tried = failedCommands(state.situation);
  const { summary, commands } = remedyFor(failure, {
    family: state.family,
    os_family: state.os_family,
    distro: state.situation.chain.environment.distro?.value ?? null,
  });
  if (commands.some((command) => tried.has(normaliseCommand(command)))) return null;
  return { summary, commands, p: commands.length > 0 ? P_RULE : P_GENERAL, verified: false };
}

function reasoning(failure: FailureCase, way: WayOut, warning: Recalled | null): string {
  return [
    `The log says: ${sentence(firstLine(failure.root_line))}`,
    `That is ${failure.error_type.toLowerCase().replaceAll("_", " ")} at the stage ${failure.stage.replace("_", " ")} (read by ${failure.parser}).`,
    warning === null
      ? ""
      : `${warning.label} tried the same and it failed there: ${sentence(firstLine(warning.episode.summary))}`,
    way.verified ? "This way out was verified before." : "This way out is a hypothesis: not verified.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Hypotheses hold shell commands or one-line edits in words; an edit begins with a capital or ends as a sentence. */
export function looksLikeCommand(step: string): boolean {
  return /^[a-z.~/$][^\n]*$/.test(step) && !/[.!?]$/.test(step.replace(/\.\/?$/, ""));
}
