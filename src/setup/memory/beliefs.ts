import { v5 } from "uuid";
import type { Environment } from "../../environment/environment.js";
import { meanOf, priorOf } from "../../memory/confidence.js";
import type { Experience } from "../../memory/experience.js";
import type { SetupStep } from "../setup.js";
import { conditionsOf, holdIn, runtimeOf } from "./applies.js";

/** What memory thinks of a pit: how often its ways helped, and the latest cases of it. */
export interface PitBelief {
  mean: number;
  cites: readonly string[];
}

const MOST_CITED = 3;
const HELD = "held:";
const NAMESPACE = "0b9f3c4e-7f0d-4a57-9f0e-5a1f6f2f3f11";

/** The pits whose ways helped before in an environment like this one, whichever ecosystem they were met in. */
export function believedPits(
  experiences: readonly Experience[],
  environment: Environment,
): Map<string, PitBelief> {
  const sums = new Map<string, { alpha: number; beta: number; cites: string[] }>();
  for (const experience of experiences) {
    const { environment: conditions } = experience.applicability;
    const others = conditions.filter(({ dimension }) => dimension !== "pit");
    // What never helped is no reason to take a way; how it failed is kept with the case itself.
    if (isHeld(experience) || !hasHelped(experience) || !holdIn(others, environment)) continue;
    const sum = sums.get(pitOf(experience)) ?? { alpha: 0, beta: 0, cites: [] };
    sums.set(pitOf(experience), {
      alpha: sum.alpha + experience.alpha,
      beta: sum.beta + experience.beta,
      cites: [...sum.cites, ...experience.evidence],
    });
  }
  return new Map(
    Array.from(sums, ([pit, { cites, ...belief }]) => [
      pit,
      { mean: meanOf(belief), cites: cites.slice(-MOST_CITED) },
    ]),
  );
}

export function hasHelped(experience: Experience): boolean {
  return experience.alpha > priorOf("sandbox").alpha + 0.5;
}

export function pitOf(experience: Experience): string {
  const found = experience.applicability.environment.find(({ dimension }) => dimension === "pit");
  return found?.expected ?? "memory";
}

/** Memories that this step's command, whatever its manifest is called, passed before. */
export function heldBefore(
  experiences: readonly Experience[],
  step: SetupStep,
  environment: Environment,
): string[] {
  const signature = signatureOf(step);
  return experiences.flatMap((known) =>
    known.signature === signature && holdIn(known.applicability.environment, environment) ? [known.id] : [],
  );
}

/** One more time that a step's command held: a part of a procedure. */
export function toHeld(
  experiences: readonly Experience[],
  step: SetupStep,
  environment: Environment,
): Experience {
  const signature = signatureOf(step);
  const conditions = conditionsOf(environment, runtimeOf(step.ecosystem));
  const id = v5(JSON.stringify([signature, conditions]), NAMESPACE);
  const before = experiences.find((known) => known.id === id);
  const prior = before ?? priorOf("sandbox");
  return {
    id,
    signature,
    error_type: "OTHER",
    ecosystem: step.ecosystem,
    symptom_template: "",
    fix_template: [abstracted(step.command)],
    applicability: { environment: conditions, entities: [] },
    evidence: before?.evidence ?? [],
    alpha: prior.alpha + 1,
    beta: prior.beta,
    level: "procedure",
  };
}

function isHeld({ signature }: Experience): boolean {
  return signature.startsWith(HELD);
}

function signatureOf(step: SetupStep): string {
  return `${HELD}${step.id}:${abstracted(step.command)}`;
}

/** Names of manifests differ from project to project: "-r requirements/dev.txt" is "-r {manifest}". */
function abstracted(command: string): string {
  return command.replaceAll(/(?<= -r )\S+/g, "{manifest}");
}
