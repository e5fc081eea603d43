import type { Candidate } from "./candidate.js";
import type { Finding } from "./playbook.js";
import { sentence } from "./say.js";
import type { State } from "./state.js";
import { outcomeOfThread, targetOf } from "./thread-outcome.js";
import { VALUE } from "./value.js";

/** What the thread itself already settles: nobody is helped by a guess beside it. */
export function fromThread(state: State): Candidate[] {
  return [...settled(state), ...found(state)];
}

function settled(state: State): Candidate[] {
  const outcome = outcomeOfThread(state.situation.chain.episodes);
  if (outcome === null) return [];
  return [
    {
      from: "thread",
      p: outcome.p,
      value: VALUE.answered,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "conclude",
        parameters: { summary: outcome.summary, cause: outcome.cause },
        reasoning: outcome.reasoning,
        cites: [],
        confidence: outcome.p,
      },
    },
  ];
}

/** A measurement, made here or by the reporter, named the cause. */
function found(state: State): Candidate[] {
  const finding = state.readings.findLast((reading) => reading.finding !== null)?.finding ?? null;
  if (finding === null) return [];
  if (finding.located === true) return [located(finding, state)];
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p: 0.9,
      value: VALUE.proposed_fix,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "propose_fix",
        parameters: { cause: finding.cause, summary: finding.summary, commands: finding.commands },
        reasoning: `${reasonsSoFar(state)} That names the cause. What to do about it has not been run, so it is not verified.`,
        cites: [],
        confidence: 0.75,
      },
    },
  ];
}

/** The place, and no promise of a way out. */
function located({ cause, summary }: Finding, state: State): Candidate {
  return {
    from: `playbook/${state.playbook.name}`,
    p: 0.9,
    value: VALUE.located,
    seconds: 0,
    rounds: 0,
    plan: {
      action: "conclude",
      parameters: { summary, cause },
      reasoning: `${reasonsSoFar(state)} That names the place.`,
      cites: [],
      confidence: 0.75,
    },
  };
}

/** "From step 1: the memory grows. From comment 12: what grows is the heap." */
export function reasonsSoFar(state: State): string {
  const reasons = state.readings.map(({ where, means }) => `From ${where}: ${sentence(means)}`);
  return [...new Set(reasons)].join(" ");
}

/** Issues that people of the thread call the same: "26292". */
export function duplicateNumbers(state: State): ReadonlySet<string> {
  const targets = state.situation.chain.episodes
    .filter(({ tags }) => tags.includes("duplicate"))
    .map((episode) => targetOf(episode) ?? "");
  return new Set(
    targets.map((target) => /(?<!\d)\d{1,9}$/.exec(target)?.[0] ?? "").filter((number) => number !== ""),
  );
}
