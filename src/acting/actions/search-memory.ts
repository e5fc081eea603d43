import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import type { Recalled } from "../../recall/recalled.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** Another question to memory, in the planner's own words and in the run's own scope. */
export async function searchMemory(
  { parameters }: PlanOf<"search_memory">,
  room: ActingRoom,
): Promise<Observation> {
  const { chain, reader, recall, addRecalled, withoutMemory } = room.context;
  if (withoutMemory === true) return said(false, "memory is not searched in this run", "memory");
  const result = await room.deps.recall.recall({
    moment: "reactive",
    reader,
    thread: chain.thread,
    title: parameters.query.slice(0, 300),
    symptoms: [parameters.query.slice(0, 2_000)],
    error_types: [],
    fingerprints: [],
    entities: [],
    failures: [],
    environment: chain.environment,
    stage: null,
    upcoming: null,
    before: null,
    limit: 5,
  });
  const known = new Set(recall().recalled.map(({ episode }) => episode.id));
  const found = result.recalled.filter(({ episode }) => !known.has(episode.id));
  if (found.length === 0)
    return said(
      false,
      `memory holds nothing new: ${result.abstained ?? "what it has is shown already"}`,
      "memory",
    );
  const labels = addRecalled?.(found) ?? [];
  const lines = found.map((memory, index) => describe(memory, labels[index] ?? null));
  return said(true, `${found.length} further memories`, "memory", await shape(lines.join("\n"), room.deps));
}

function describe({ episode, resolution, environment_match }: Recalled, label: string | null): string {
  const way = resolution === null ? "" : ` What helped there: ${resolution.summary}`;
  return `${label === null ? "-" : `${label}:`} ${episode.thread} (${episode.status}, environment ${environment_match}): ${episode.summary}${way}`;
}
