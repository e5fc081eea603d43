import { commandsOf } from "../../acting/authority.js";
import type { Recalled } from "../../recall/recalled.js";
import { ENDED_WITH } from "../../reply/read-proposal.js";
import type { Candidate } from "./candidate.js";
import { reasonsSoFar } from "./from-thread.js";
import { isWorthTelling, resolutionOf, told } from "./memory-fit.js";
import { describeMemory, firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";

const LONGEST_QUOTED = 200;

/** What can always be said: a run never ends without words. */
export function fromEnd(state: State): Candidate[] {
  return [isForPeople(state) ? handOver(state) : sayHonestly(state)];
}

/** Where all that could be said was said, and did not help: a person has to go on. */
export function lastWords(state: State): Candidate {
  return {
    from: `playbook/${state.playbook.name}`,
    p: 1,
    value: 0,
    seconds: 0,
    rounds: 0,
    plan: {
      action: "ask_maintainer",
      parameters: {
        question:
          "What was proposed here did not help, and neither the playbooks nor memory know a further way: can somebody who knows this part take over?",
      },
      reasoning: `${reasonsSoFar(state)} Everything that is known here was said before.`.trim(),
      cites: [],
      confidence: 0.3,
    },
  };
}

/** Questions and wishes are answered or decided by people; memory may still show them where it was dealt with. */
function isForPeople(state: State): boolean {
  return state.playbook.name === "question" || state.playbook.name === "feature-request";
}

function handOver(state: State): Candidate {
  const { recalled } = state.situation.recall;
  const shown = recalled
    .filter((memory) => !memory.warning_only && isWorthTelling(memory, state))
    .slice(0, 3);
  const pointers = shown.map(pointer).join(" · ");
  const candidate = {
    from: `playbook/${state.playbook.name}`,
    p: 0.8,
    value: shown.length > 0 ? VALUE.related : VALUE.handed_over,
    seconds: 0,
    rounds: 0,
  };
  const reasoning = `${sentence(`This is ${state.playbook.what}, not a report of a failure`)} ${
    shown.length > 0
      ? `Nearest in memory: ${shown.map(describeMemory).join("; ")}.`
      : "Nothing in memory is about the same matter."
  }`;
  const cites = shown.map(({ label }) => label);
  if (state.playbook.name === "question" && shown.length > 0)
    return {
      ...candidate,
      plan: {
        action: "conclude",
        parameters: { summary: `Asked before: ${pointers}`, cause: null },
        reasoning,
        cites,
        confidence: 0.5,
      },
    };
  if (state.playbook.name === "question")
    return {
      ...candidate,
      plan: {
        action: "ask_maintainer",
        parameters: {
          question: sentence(
            `Can somebody who knows the project answer this: ${firstLine(state.situation.chain.title)}`,
          ),
        },
        reasoning,
        cites,
        confidence: 0.4,
      },
    };
  return {
    ...candidate,
    plan: {
      action: "decline",
      parameters: {
        reason:
          shown.length > 0
            ? `${state.playbook.otherwise} It was talked about before: ${pointers}`
            : state.playbook.otherwise,
      },
      reasoning,
      cites,
      confidence: 0.7,
    },
  };
}

/** Where it was dealt with, and how that ended. */
function pointer(memory: Recalled): string {
  const { episode, title } = memory;
  const what = `${episode.thread}: ${sentence(title ?? firstLine(episode.summary))}`;
  const fix = resolutionOf(memory);
  return fix === null ? what : `${what} ${ENDED_WITH} ${told(fix, commandsOf(fix))}`;
}

/** "In the small project it works" tells where, not how. */
const WORKS_ELSEWHERE =
  /^(?:but )?(?:in|on|under|from|behind|elsewhere)\b[^.]{1,80}\b(?:it|this|that|everything|all) (?:still )?(?:works|reloads|runs)\b/i;

/** What the report itself names as a way round is no news to its author, but to everybody else. */
function workaround(state: State): string {
  const way = state.situation.chain.episodes.find(
    ({ kind, status, provenance }) =>
      kind === "resolution" && status !== "refuted" && provenance.comment_id === null,
  );
  if (way === undefined || (way.action === undefined && WORKS_ELSEWHERE.test(way.summary))) return "";
  const command = way.action?.command;
  return `Until then the report itself names a way round: ${sentence(firstLine(command === undefined ? way.summary : `\`${command.replaceAll("`", "'")}\``))}`;
}

/** Error lines that no rule reads are shown all the same: a person may know them at sight. */
function unread(state: State): string {
  const { chain } = state.situation;
  const errors = chain.facts
    .filter(
      ({ key, author_role, value }) => key === "error" && author_role === "reporter" && value !== chain.title,
    )
    .map(({ value }) => value.trim())
    .filter((line) => line.length <= LONGEST_QUOTED);
  const quoted = [...new Set(errors)].slice(0, 2).map((error) => `\`${error.replaceAll("`", "'")}\``);
  const shown =
    quoted.length === 0
      ? "What is usually asked is in the thread"
      : `The thread shows ${quoted.join(" and ")}`;
  return `${shown}, and no rule and no memory knows a way round it yet: somebody who knows this part has to look.`;
}

/** The cause as far as it is known, and what is missing, in so many words. */
function sayHonestly(state: State): Candidate {
  const { root, situation } = state;
  const known = reasonsSoFar(state);
  const memory = situation.recall.recalled.length === 0 ? "Nothing in memory applies." : "";
  const asked = situation.chain.questions.some(({ answered_in }) => answered_in === null)
    ? "What was asked in the thread is still open."
    : "";
  return {
    from: `playbook/${state.playbook.name}`,
    p: 0.9,
    value: VALUE.said_honestly,
    seconds: 0,
    rounds: 0,
    plan: {
      action: "conclude",
      parameters: {
        summary: [
          root === null
            ? unread(state)
            : `The line that names the failure is: ${sentence(firstLine(root.root_line))} No way round it is known yet: somebody who knows this part has to look.`,
          workaround(state),
          asked,
        ]
          .filter((part) => part !== "")
          .join(" "),
        cause: root === null || root.parser.startsWith("generic/") ? null : sentence(root.root_cause),
      },
      reasoning: [known, memory, "Nothing further can be found out here without a guess."]
        .filter((part) => part !== "")
        .join(" "),
      cites: [],
      confidence: 0.3,
    },
  };
}
