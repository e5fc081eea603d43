import type { Episode } from "../../memory/episode.js";
import type { Situation, Step } from "../planner.js";
import type { DiagnosticAction, Evidence } from "./playbook.js";

/** Where an episode was said, for people. */
export function placeOf(episode: Episode): string {
  const id = episode.provenance.comment_id;
  return id === null ? "the report" : `comment ${id}`;
}

/** All that is known of one diagnostic action: what this run's steps and the thread's people saw of it. */
export function evidenceOf(action: DiagnosticAction, situation: Situation): Evidence[] {
  return [
    ...situation.chain.episodes.flatMap((episode) => fromEpisode(action, episode)),
    ...situation.steps.flatMap((step) => fromStep(action, step)),
  ];
}

function fromStep(action: DiagnosticAction, step: Step): Evidence[] {
  if (step.plan.action !== "run_command" || step.plan.parameters.purpose !== action.title) return [];
  const { output, ok, exit_code, summary } = step.observation;
  return [{ text: output === "" ? summary : output, ok, exit_code, where: `step ${step.n}` }];
}

function fromEpisode(action: DiagnosticAction, episode: Episode): Evidence[] {
  const command = episode.action?.command ?? "";
  const excerpt = episode.outcome?.excerpt ?? "";
  if (episode.outcome === undefined && command === "") return [];
  if (!action.seen.test(command) && !action.seen.test(excerpt)) return [];
  if (excerpt === "") return [];
  return [
    {
      text: excerpt,
      ok: episode.outcome?.success ?? true,
      exit_code: episode.outcome?.exit_code ?? null,
      where: placeOf(episode),
    },
  ];
}
