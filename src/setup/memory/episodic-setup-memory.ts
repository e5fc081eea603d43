import type { Environment } from "../../environment/environment.js";
import type { Entity, FailureCase } from "../../failures/failure-case.js";
import { meanOf, priorOf } from "../../memory/confidence.js";
import type { Episode } from "../../memory/episode.js";
import type { Experience } from "../../memory/experience.js";
import type { EpisodeLog } from "../../memory/log/episode-log.js";
import type { ReadScope } from "../../memory/scope.js";
import type { Recall, RecallQuery } from "../../recall/recall.js";
import { ALL_PITS } from "../pits/all-pits.js";
import { entityOf, fillSlots, type FailedStep, type Surroundings } from "../pits/pit.js";
import type { SetupStep, Way } from "../setup.js";
import { holdIn } from "./applies.js";
import { entitiesOf, pinsOf, sameName, type Pin } from "./pins.js";
import { rememberedWayOf, type RememberedWay } from "./remembered-way.js";
import type { Lesson, RememberedWays, SetupMemory } from "./setup-memory.js";
import { toEpisode, toExperience } from "./write-lesson.js";

export interface SetupMemoryDependencies {
  recall: Recall;
  log: Pick<EpisodeLog, "append" | "saveExperience" | "experiences" | "get">;
  reader: ReadScope;
  /** Key of this project's thread: "setup:owner/repo". */
  thread: string;
  title: string;
  /** Brings the index up to date after something was written. */
  catchUp: () => Promise<void>;
  now: () => Date;
  redact: (text: string) => string;
}

/** Below this a precaution costs more than the failure that it may save. */
const WORTH_A_PRECAUTION = 0.6;
/** What a case of another package counts for, against one of the same. */
const OTHER_CASE = 0.75;
const MOST_EVIDENCE = 3;
const SOURCES = new Set(["sandbox_verified", "sandbox", "maintainer"]);

/** Ways out of memory: of equal cases through recall, and of equal pits through experiences. */
export class EpisodicSetupMemory implements SetupMemory {
  private readonly deps: SetupMemoryDependencies;

  constructor(deps: SetupMemoryDependencies) {
    this.deps = deps;
  }

  async preventive(
    step: SetupStep,
    surroundings: Surroundings,
    environment: Environment,
  ): Promise<RememberedWays> {
    const pins = pinsOf(surroundings.files, step);
    const { recalled, abstained } = await this.deps.recall.recall(
      this.#query("preventive", step, environment, entitiesOf(pins), null),
    );
    const exact = recalled.flatMap(({ episode, warning_only, label }) => {
      const remembered = warning_only ? null : usable(episode, environment, surroundings);
      const fits = remembered?.step === step.id && concerns(episode, remembered, pins);
      return fits ? [recallWay(remembered, step, null, episode, label)] : [];
    });
    const known = await this.#experiences(environment);
    const general = ALL_PITS.flatMap((pit) => {
      const foreseen = pit.foresee?.(surroundings, step) ?? null;
      const mean = foreseen === null ? undefined : known.get(foreseen.pit);
      return foreseen !== null && mean !== undefined ? [fromExperience(foreseen, mean)] : [];
    });
    const ways = distinct([...exact, ...general]).filter(
      ({ strategy }) => strategy.success_probability >= WORTH_A_PRECAUTION,
    );
    return {
      ways,
      why: ways[0]?.strategy.rationale ?? abstained ?? "nothing in memory applies to this step",
    };
  }

  async reactive(failed: FailedStep, environment: Environment): Promise<RememberedWays> {
    const { step, failure } = failed;
    const { recalled, abstained } = await this.deps.recall.recall(
      this.#query("reactive", step, environment, failure.key_entities, failed),
    );
    const exact = recalled.flatMap(({ episode, warning_only, label }) => {
      const remembered = warning_only ? null : usable(episode, environment, failed);
      const same = episode.outcome?.failure_case?.fingerprint === failure.fingerprint;
      return remembered === null || !same ? [] : [recallWay(remembered, step, failed, episode, label)];
    });
    const known = await this.#experiences(environment);
    const pits = ALL_PITS.filter(({ error_types }) => error_types.includes(failure.error_type));
    const reactions = await Promise.all(pits.map(async (pit) => await pit.react(failed)));
    const general = reactions.flat().flatMap((way) => {
      const mean = known.get(way.pit);
      return mean === undefined ? [] : [fromExperience(way, mean)];
    });
    const ways = distinct([...exact, ...general, ...(await this.#ofTheSameKind(failed, environment))]);
    const why = ways[0]?.strategy.rationale ?? abstained ?? "nothing in memory applies to this failure";
    return { ways, why };
  }

  /** What helped another package in a failure of the same kind: offered, and verified before it is trusted. */
  async #ofTheSameKind(failed: FailedStep, environment: Environment): Promise<Way[]> {
    const { failure, step } = failed;
    const experiences = (await this.deps.log.experiences(this.deps.reader)).filter(
      (known) =>
        known.error_type === failure.error_type && known.ecosystem === step.ecosystem && hasHelped(known),
    );
    const ids = experiences.flatMap(({ evidence }) => evidence.slice(-MOST_EVIDENCE));
    const episodes = await this.deps.log.get(this.deps.reader, ids);
    return episodes.flatMap((episode) => {
      const remembered = usable(episode, environment, failed);
      if (remembered === null || episode.outcome?.failure_case?.parser !== failure.parser) return [];
      const way = recallWay(remembered, step, failed, episode, "An earlier case");
      const probability = way.strategy.success_probability * OTHER_CASE;
      return [{ ...way, strategy: { ...way.strategy, success_probability: probability } }];
    });
  }

  async learn(lesson: Lesson, environment: Environment): Promise<void> {
    const { log, reader } = this.deps;
    const episode = toEpisode(lesson, environment, this.deps);
    await log.append([episode]);
    const before = (await log.experiences(reader, lesson.failure.fingerprint)).find(
      (experience) => pitOf(experience) === lesson.way.pit,
    );
    await log.saveExperience(reader.scope, toExperience(lesson, environment, episode, before ?? null));
    await this.deps.catchUp();
  }

  async #experiences(environment: Environment): Promise<Map<string, number>> {
    const all = await this.deps.log.experiences(this.deps.reader);
    const means = new Map<string, { alpha: number; beta: number }>();
    for (const experience of all) {
      if (
        !holdIn(
          experience.applicability.environment.filter(({ dimension }) => dimension !== "pit"),
          environment,
        )
      )
        continue;
      // What never helped is no reason to take a way; how it failed is kept with the case itself.
      if (!hasHelped(experience)) continue;
      const pit = pitOf(experience);
      const before = means.get(pit) ?? { alpha: 0, beta: 0 };
      means.set(pit, { alpha: before.alpha + experience.alpha, beta: before.beta + experience.beta });
    }
    return new Map(Array.from(means, ([pit, belief]) => [pit, meanOf(belief)]));
  }

  #query(
    moment: "preventive" | "reactive",
    step: SetupStep,
    environment: Environment,
    entities: Entity[],
    failed: FailedStep | null,
  ): RecallQuery {
    const failure = failed?.failure ?? null;
    return {
      moment,
      reader: this.deps.reader,
      thread: this.deps.thread,
      title: this.deps.title,
      symptoms: failure === null ? [] : [failure.root_line],
      error_types: failure === null ? [] : [failure.error_type],
      fingerprints: failure === null ? [] : [failure.fingerprint],
      entities,
      failures: failure === null ? [] : [failure],
      environment,
      stage: failure?.stage ?? "dependencies",
      upcoming: moment === "preventive" ? step.command : null,
      before: null,
      limit: 5,
    };
  }
}

function hasHelped(experience: Experience): boolean {
  return experience.alpha > priorOf("sandbox").alpha + 0.5;
}

function pitOf(experience: Experience): string {
  return (
    experience.applicability.environment.find(({ dimension }) => dimension === "pit")?.expected ?? "memory"
  );
}

function usable(
  episode: Episode,
  environment: Environment,
  { python_indexes }: Surroundings,
): RememberedWay | null {
  if (
    episode.outcome?.success !== true ||
    !(SOURCES.has(episode.provenance.source) || episode.gold !== undefined)
  )
    return null;
  const remembered = rememberedWayOf(episode);
  return remembered !== null && holdIn(remembered.applicability, environment)
    ? withAllowedIndex(remembered, python_indexes)
    : null;
}

/** An address that was too private to be remembered is given back by the operator who allows it, or by nobody. */
function withAllowedIndex(remembered: RememberedWay, allowed: readonly string[]): RememberedWay | null {
  if (remembered.slots["index"]?.includes("[redacted:") !== true) return remembered;
  const [index] = allowed;
  return index === undefined ? null : { ...remembered, slots: { ...remembered.slots, index } };
}

/** The same package in the same version is about to be installed. */
function concerns(episode: Episode, remembered: RememberedWay, pins: readonly Pin[]): boolean {
  const failure = episode.outcome?.failure_case;
  const name = remembered.slots["package"] ?? (failure === undefined ? null : entityOf(failure, "package"));
  if (name === null) return false;
  const version = failure === undefined ? null : versionOf(failure);
  return pins.some((pin) => sameName(pin.name, name) && (version === null || pin.version === version));
}

/** "99.0" of the constraint "==99.0": what a manifest pins. */
function versionOf(failure: FailureCase): string | null {
  const version = entityOf(failure, "version") ?? entityOf(failure, "constraint");
  return version?.replace(/^[=<>~!^ ]+/, "") ?? null;
}

/** The remembered template with this project's own values: the command, and the package that failed here. */
function recallWay(
  remembered: RememberedWay,
  step: SetupStep,
  failed: FailedStep | null,
  episode: Episode,
  label: string,
): Way {
  const slots: Record<string, string> = { ...remembered.slots };
  if ("command" in slots) slots["command"] = step.command;
  const before = episode.outcome?.failure_case;
  const name = failed === null ? null : entityOf(failed.failure, "package");
  if (before !== undefined && name !== null && slots["package"] === entityOf(before, "package"))
    slots["package"] = name;
  const same = episode.status === "refuted" ? 0 : episode.confidence;
  return {
    pit: remembered.pit,
    slots,
    template: remembered.template,
    source: "memory",
    strategy: {
      kind: remembered.kind,
      steps: remembered.template.map((text) => fillSlots(text, slots)),
      rationale: `${label}: ${episode.summary}`,
      cites: [episode.id],
      success_probability: Math.min(0.98, same),
      cost_seconds: 10,
      risk: 0.05,
      applicability: remembered.applicability,
    },
  };
}

function fromExperience(way: Way, mean: number): Way {
  const probability = Math.max(way.strategy.success_probability, mean * 0.95);
  return {
    ...way,
    source: "memory",
    strategy: {
      ...way.strategy,
      success_probability: probability,
      rationale: `Helped before in cases of this kind (${Math.round(mean * 100)} %): ${way.strategy.rationale}`,
    },
  };
}

function distinct(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  return ways.filter(({ strategy }) => {
    const key = strategy.steps.join("\n");
    const known = seen.has(key);
    seen.add(key);
    return !known;
  });
}
