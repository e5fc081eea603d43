import type { Episode } from "../../memory/episode.js";
import type { Candidate } from "./candidate.js";
import { isWorthTelling, resolutionOf } from "./memory-fit.js";
import { triedInVain } from "./said-before.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";

const LONGEST_QUERY = 1_000;
const MOST_LINES = 12;
const P_NEAR = 0.4;

/**
 * Before it is said that nothing is known: what the project itself remembers that is only a little like it, or like
 * what the reporter has shown since.
 */
export function fromSearch(state: State): Candidate[] {
  const { situation, playbook } = state;
  const { recall, steps, budget } = situation;
  const isLeft = recall.recalled.some(
    (memory) => isWorthTelling(memory, state) && !triedInVain(memory, resolutionOf(memory), situation),
  );
  if (isLeft || budget.steps_left < 2) return [];
  if (steps.some(({ plan }) => plan.action === "search_memory")) return [];
  return [
    {
      from: `playbook/${playbook.name}`,
      p: P_NEAR,
      value: VALUE.searched,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "search_memory",
        parameters: { query: queryOf(state) },
        reasoning:
          "Nothing that is surely about this was recalled. Before that is said, the project's own issues are searched for what is only a little like it: a hint, not a proposal.",
        cites: [],
        confidence: P_NEAR,
      },
    },
  ];
}

/** The title, then what was shown since the report; without that, the symptoms. */
function queryOf({ situation: { chain } }: State): string {
  const shown = chain.episodes.filter(isShownSince).flatMap(({ outcome }) => linesOf(outcome?.excerpt ?? ""));
  const lines = [...new Set(shown.length > 0 ? shown : chain.symptoms)].filter(
    (line) => line !== chain.title,
  );
  return [chain.title, ...lines.slice(0, MOST_LINES)].join("\n").slice(0, LONGEST_QUERY);
}

function isShownSince({ provenance, status }: Episode): boolean {
  return provenance.author_role === "reporter" && provenance.comment_id !== null && status !== "superseded";
}

/** Without the commands that were typed. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("$ "));
}
