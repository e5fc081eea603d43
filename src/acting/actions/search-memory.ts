import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import type { Recalled } from "../../recall/recalled.js";
import { sameScope } from "../../memory/scope.js";
import { WEIGHTS } from "../../recall/weights.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** Another question to memory, in the planner's own words, the first line as its title, and in the run's own scope. */
export async function searchMemory(
  { parameters }: PlanOf<"search_memory">,
  room: ActingRoom,
): Promise<Observation> {
  const { chain, reader, recall, addRecalled, withoutMemory } = room.context;
  if (withoutMemory === true) return said(false, "memory is not searched in this run", "memory");
  const [title = "", ...rest] = parameters.query.split("\n");
  const result = await room.deps.recall.recall({
    moment: "reactive",
    reader,
    thread: chain.thread,
    title: title.slice(0, 300),
    symptoms: rest.length > 0 ? rest.slice(0, 20) : [title.slice(0, 2_000)],
    error_types: [],
    fingerprints: [],
    entities: [],
    failures: [],
    environment: chain.environment,
    stage: null,
    upcoming: null,
    before: null,
    limit: 5,
    least: WEIGHTS.hint,
  });
  const known = new Set(recall().recalled.map(({ episode }) => episode.id));
  const found = result.recalled.filter(({ episode }) => !known.has(episode.id)).filter(isHint(room));
  if (found.length === 0)
    return said(
      false,
      `memory holds nothing new: ${result.abstained ?? whyNone(result.recalled, known)}`,
      "memory",
    );
  const labels = addRecalled?.(found) ?? [];
  const lines = found.map((memory, index) => describe(memory, labels[index] ?? null));
  const count = found.length === 1 ? "1 further memory" : `${found.length} further memories`;
  return said(true, count, "memory", await shape(lines.join("\n"), room.deps));
}

function whyNone(recalled: readonly Recalled[], known: ReadonlySet<string>): string {
  return recalled.some(({ episode }) => !known.has(episode.id))
    ? "what it has is too little like this"
    : "what it has is shown already";
}

/** What scores less than recall shows by itself is a hint, and only from the project's own issues that were resolved. */
function isHint({ context }: ActingRoom): (memory: Recalled) => boolean {
  return ({ score, episode, resolution }) =>
    score >= WEIGHTS.threshold || (resolution !== null && sameScope(episode.scope, context.reader.scope));
}

function describe({ episode, resolution, environment_match }: Recalled, label: string | null): string {
  const way = resolution === null ? "" : ` What helped there: ${resolution.summary}`;
  return `${label === null ? "-" : `${label}:`} ${episode.thread} (${episode.status}, environment ${environment_match}): ${episode.summary}${way}`;
}
