import { spokesmanOf, type Episode } from "../../memory/episode.js";
import type { Recalled } from "../../recall/recalled.js";
import { commandsOf, maySupplyCommands } from "../../acting/authority.js";
import { ENDED_WITH, inTheWordsOf, NOT_SHOWN } from "../../reply/read-proposal.js";
import { blankIn, tellBlank } from "../blanks.js";
import type { Candidate } from "./candidate.js";
import {
  commandsLeft,
  isAmbiguous,
  isSameFault,
  isWorthTelling,
  likelihood,
  nearness,
  resolutionOf,
  secondNear,
  secondWay,
  shareOf,
  told,
} from "./memory-fit.js";
import { triedInVain } from "./said-before.js";
import { describeMemory, firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";
import { canVerify } from "./verification.js";

/** Remembered resolutions: verified here where that can be done, else proposed with their source. */
export function fromMemory(state: State): Candidate[] {
  const { recalled } = state.situation.recall;
  return recalled.flatMap((memory) => candidatesOf(memory, state));
}

function candidatesOf(memory: Recalled, state: State): Candidate[] {
  const fix = resolutionOf(memory);
  if (triedInVain(memory, fix, state.situation)) return [];
  if (fix === null || memory.warning_only || !isSameFault(memory, state)) return related(memory, fix, state);
  const p = Math.min(0.97, likelihood(memory, fix, state) * shareOf(memory, state));
  const left = commandsLeft(fix, state);
  if (left === null) return [];
  const commands = left.filter((command) => blankIn(command) === null);
  const isWhole = commands.length === left.length;
  const verified = state.situation.steps.findLast(
    ({ plan }) => plan.action === "verify_memory" && plan.parameters.memory === memory.label,
  );
  if (verified?.observation.verdict === "refuted") return [];
  const held = verified?.observation.ok === true;
  const untried = verified === undefined;
  if (verified === undefined && isWhole && commands.length > 0 && maySupplyCommands(fix) && canVerify(state))
    return [
      verify(memory, p, state),
      propose(memory, fix, commands, p, false, untried && canVerify(state), state),
    ];
  return [propose(memory, fix, commands, p, held, untried && canVerify(state), state)];
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
  const ambiguous = !verified && isAmbiguous(state);
  const second = verified ? null : secondWay(memory, state);
  const differences = memory.differences.length > 0 ? ` What differs: ${memory.differences.join("; ")}.` : "";
  return {
    from: "memory",
    p: verified ? 0.97 : p,
    value: (verified ? VALUE.verified_fix : VALUE.proposed_fix) * shrink,
    seconds: 0,
    rounds: ambiguous ? 1 - p : 0,
    plan: {
      action: "propose_fix",
      parameters: {
        summary: [
          leadOf(memory, fix),
          sentence(firstLine(fix.summary, 600)),
          blanksOf(fix),
          second?.text ?? "",
        ]
          .filter((part) => part !== "")
          .join(" "),
        commands,
        cause: causeOf(memory, state),
      },
      reasoning: `${describeMemory(memory)} had ${sameWords(memory)} and was resolved this way${argue(memory, state)}.${differences} ${verified ? "It was tried in the sandbox and held." : "It was not run here, so it is not verified."}${second === null ? "" : ` ${second.label} ended otherwise with a like symptom, so it is named as the next thing to try.`}`,
      cites: [memory.label],
      confidence: verified ? 0.95 : p,
    },
  };
}

const SPEAKERS: Partial<Record<Episode["provenance"]["source"], string>> = {
  maintainer: "a maintainer",
  reporter: "its reporter",
  participant: "a participant",
};

/** Nothing before what mneme itself found out. */
function leadOf({ episode }: Recalled, { provenance }: Episode): string {
  const who = SPEAKERS[provenance.source];
  return who === undefined ? "" : inTheWordsOf(episode.thread, who);
}

/** Commands of another place, to be filled in for this one. */
function blanksOf(fix: Episode): string {
  return commandsOf(fix)
    .flatMap((command) => {
      const blank = blankIn(command);
      return blank === null || fix.summary.includes(command)
        ? []
        : [sentence(`Run ${tellBlank(command, blank)}`)];
    })
    .join(" ");
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
  return `; ${others} disagrees on ${conflict.about}, and ${memory.label} is followed because it is the better supported here (confidence ${spokesmanOf(memory).confidence.toFixed(2)})`;
}

function causeOf(memory: Recalled, state: State): string {
  const failure = state.root ?? memory.episode.outcome?.failure_case ?? null;
  const cause = failure?.root_cause;
  return cause === undefined || cause === ""
    ? `The same as in ${memory.episode.thread}: ${firstLine(memory.episode.summary)}`
    : state.root === null
      ? sentence(cause)
      : inLog(cause);
}

/** What the thread's own log says is not the memory's word. */
function inLog(cause: string): string {
  return `${cause.trim().replace(/[.:]$/, "")} (log in the thread).`;
}

/** Without a way out an earlier report is good to know and no more. */
const NO_WAY_OUT = 0.15;
/** From here on "looks like", below it "may be". */
const LOOKS_ALIKE = 0.4;

/** An earlier report of much the same, with its way out where one is known: worth telling, too little to promise. */
function related(memory: Recalled, fix: Episode | null, state: State): Candidate[] {
  const failedAttempt = memory.episode.outcome?.success === false && memory.episode.kind === "attempt";
  const commands = fix === null ? [] : commandsLeft(fix, state);
  if (failedAttempt || commands === null || !isWorthTelling(memory, state)) return [];
  const p = fix === null ? Math.min(0.9, memory.score) : nearness(memory, state);
  const what = sentence(memory.title ?? firstLine(memory.episode.summary));
  const second = fix === null ? null : secondNear(memory, state);
  const isSure = memory.score >= LOOKS_ALIKE && !memory.warning_only;
  const differs = memory.warning_only ? ` (${memory.differences.join("; ")})` : "";
  return [
    {
      from: "memory",
      p,
      value: VALUE.related * (fix === null ? NO_WAY_OUT : 1),
      seconds: 0,
      rounds: second === null ? 0 : 1 - p,
      plan: {
        action: "conclude",
        parameters: {
          summary: `${memory.episode.thread} ${isSure ? "looks like" : "may be"} the same matter${differs}: ${what} ${
            fix === null
              ? "No way out of it is remembered yet."
              : `${ENDED_WITH} ${told(fix, commands)} ${NOT_SHOWN}${second === null ? "" : ` ${second.text}`}`
          }`,
          cause: state.root === null ? null : inLog(state.root.root_cause),
        },
        reasoning: `${describeMemory(memory)} is the nearest that memory holds: ${memory.reasons.map(({ text }) => text).join("; ")}.${second === null ? "" : ` ${second.label} ended otherwise and is hardly less like it.`}`,
        cites: second === null ? [memory.label] : [memory.label, second.label],
        confidence: p,
      },
    },
  ];
}
