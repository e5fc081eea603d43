import type { Episode } from "../../memory/episode.js";
import type { Recalled } from "../../recall/recalled.js";
import { commandsOf, maySupplyCommands } from "../../acting/authority.js";
import type { Candidate } from "./candidate.js";
import { duplicateNumbers } from "./from-thread.js";
import { describeMemory, firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { failedCommands, failedInMemory, normaliseCommand } from "./tried.js";
import { VALUE } from "./value.js";
import { canVerify } from "./verification.js";

/** Remembered resolutions: verified here where that can be done, else proposed with their source. */
export function fromMemory(state: State): Candidate[] {
  const { recalled } = state.situation.recall;
  return recalled.filter((memory) => !memory.warning_only).flatMap((memory) => candidatesOf(memory, state));
}

function candidatesOf(memory: Recalled, state: State): Candidate[] {
  const fix = resolutionOf(memory);
  if (fix === null || !isSameFault(memory, state)) return related(memory, fix, state);
  const p = likelihood(memory, fix, state);
  const commands = commandsOf(fix).filter((command) => !isKnownToFail(command, state));
  if (commandsOf(fix).length > 0 && commands.length === 0) return [];
  const verified = state.situation.steps.findLast(
    ({ plan }) => plan.action === "verify_memory" && plan.parameters.memory === memory.label,
  );
  if (verified?.observation.verdict === "refuted") return [];
  const held = verified?.observation.ok === true;
  const untried = verified === undefined;
  if (verified === undefined && commands.length > 0 && maySupplyCommands(fix) && canVerify(state))
    return [
      verify(memory, p, state),
      propose(memory, fix, commands, p, false, untried && canVerify(state), state),
    ];
  return [propose(memory, fix, commands, p, held, untried && canVerify(state), state)];
}

/** What resolved the remembered issue; null where nothing is known to have done so. */
function resolutionOf({ resolution, episode }: Recalled): Episode | null {
  if (resolution !== null && resolution.status !== "refuted") return resolution;
  if (episode.outcome?.success === false || episode.status === "refuted") return null;
  return episode.kind === "resolution" || episode.status === "resolved" ? episode : null;
}

/** The posterior of the memory, less what is not known about whether it applies. */
function likelihood(memory: Recalled, fix: Episode, state: State): number {
  const applies = { match: 1, unknown: 0.9, mismatch: 0.5 }[memory.environment_match];
  const disputed = state.situation.recall.conflicts.some(({ labels }) => labels.includes(memory.label));
  const same = hasSameFingerprint(memory, state) ? 1 : 0.35 + 0.5 * memory.score;
  return fix.confidence * applies * same * (disputed ? 0.8 : 1);
}

/** Much alike in words: below it, a resolution from elsewhere is a pointer and not yet a proposal. */
const MUCH_ALIKE = 0.55;

function isSameFault(memory: Recalled, state: State): boolean {
  return memory.score >= MUCH_ALIKE || hasSameFingerprint(memory, state);
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

function isKnownToFail(command: string, state: State): boolean {
  if (failedCommands(state.situation).has(normaliseCommand(command))) return true;
  return failedInMemory(command, state.situation.recall.recalled) !== null;
}

function verify(memory: Recalled, p: number, state: State): Candidate {
  return {
    from: "memory",
    p,
    value: VALUE.verified_fix,
    seconds: 60,
    rounds: 0,
    plan: {
      action: "verify_memory",
      parameters: { memory: memory.label },
      reasoning: `${describeMemory(memory)} resolved the same kind of failure${argue(memory, state)}. It can be tried in the sandbox first, so that it need not be taken on trust.`,
      cites: [memory.label],
      confidence: p,
    },
  };
}

function propose(
  memory: Recalled,
  fix: Episode,
  commands: string[],
  p: number,
  verified: boolean,
  couldBeVerified: boolean,
  state: State,
): Candidate {
  const shrink = couldBeVerified ? VALUE.unverified_though_possible : 1;
  const differences = memory.differences.length > 0 ? ` What differs: ${memory.differences.join("; ")}.` : "";
  return {
    from: "memory",
    p: verified ? 0.97 : p,
    value: (verified ? VALUE.verified_fix : VALUE.proposed_fix) * shrink,
    seconds: 0,
    rounds: 0,
    plan: {
      action: "propose_fix",
      parameters: {
        summary: sentence(firstLine(fix.summary, 600)),
        commands,
        cause: causeOf(memory, state),
      },
      reasoning: `${describeMemory(memory)} had ${sameWords(memory)} and was resolved this way${argue(memory, state)}.${differences} ${verified ? "It was tried in the sandbox and held." : "It was not run here, so it is not verified."}`,
      cites: [memory.label],
      confidence: verified ? 0.95 : p,
    },
  };
}

function sameWords(memory: Recalled): string {
  return memory.reasons.some(({ signal }) => signal === "fingerprint")
    ? "the same failure"
    : "much the same symptoms";
}

/** Disagreeing memories must be argued: which one is followed, and why. */
function argue(memory: Recalled, state: State): string {
  const conflict = state.situation.recall.conflicts.find(({ labels }) => labels.includes(memory.label));
  if (conflict === undefined) return "";
  const others = conflict.labels.filter((label) => label !== memory.label).join(", ");
  return `; ${others} disagrees on ${conflict.about}, and ${memory.label} is followed because it is the better supported here (confidence ${(memory.resolution ?? memory.episode).confidence.toFixed(2)})`;
}

function causeOf(memory: Recalled, state: State): string {
  const failure = state.root ?? memory.episode.outcome?.failure_case ?? null;
  const cause = failure?.root_cause;
  return cause === undefined || cause === ""
    ? `The same as in ${memory.episode.thread}: ${firstLine(memory.episode.summary)}`
    : sentence(cause);
}

/** An earlier report of much the same, with its way out where one is known: worth telling, too little to promise. */
function related(memory: Recalled, fix: Episode | null, state: State): Candidate[] {
  const failedAttempt = memory.episode.outcome?.success === false && memory.episode.kind === "attempt";
  if (failedAttempt) return [];
  return [
    {
      from: "memory",
      p: Math.min(0.9, memory.score),
      value: VALUE.related,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "conclude",
        parameters: {
          summary: `${memory.episode.thread} looks like the same matter: ${sentence(firstLine(memory.episode.summary))} ${
            fix === null || fix.id === memory.episode.id
              ? "No way out of it is remembered yet."
              : `There it ended with: ${sentence(firstLine(fix.summary))} Whether that applies here is not shown.`
          }`,
          cause: state.root === null ? null : sentence(state.root.root_cause),
        },
        reasoning: `${describeMemory(memory)} is the nearest that memory holds: ${memory.reasons.map(({ text }) => text).join("; ")}.`,
        cites: [memory.label],
        confidence: Math.min(0.9, memory.score),
      },
    },
  ];
}
