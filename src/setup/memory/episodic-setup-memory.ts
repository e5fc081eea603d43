import type { Environment } from "../../environment/environment.js";
import type { Entity } from "../../failures/failure-case.js";
import type { EpisodeLog } from "../../memory/log/episode-log.js";
import type { ReadScope } from "../../memory/scope.js";
import type { Recall, RecallQuery } from "../../recall/recall.js";
import { ALL_PITS } from "../pits/all-pits.js";
import type { FailedStep, Surroundings } from "../pits/pit.js";
import type { SetupStep, Way } from "../setup.js";
import { believedPits, hasHelped, heldBefore, pitOf, toHeld, type PitBelief } from "./beliefs.js";
import { entitiesOf, pinsOf } from "./pins.js";
import { rememberedWayOf } from "./remembered-way.js";
import { concerns, distinct, fitsOthers, recallWay, usable } from "./recalled-ways.js";
import type { Lesson, RememberedReaction, RememberedWays, SetupMemory } from "./setup-memory.js";
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
    const general = await this.#foreseen(step, surroundings, environment);
    const ways = distinct([...exact, ...general]).filter(
      ({ strategy }) => strategy.success_probability >= WORTH_A_PRECAUTION,
    );
    return {
      ways,
      why: ways[0]?.strategy.rationale ?? abstained ?? "nothing in memory applies to this step",
    };
  }

  async reactive(failed: FailedStep, environment: Environment): Promise<RememberedReaction> {
    const { step, failure } = failed;
    const { recalled, abstained } = await this.deps.recall.recall(
      this.#query("reactive", step, environment, failure.key_entities, failed),
    );
    const exact = recalled.flatMap(({ episode, warning_only, label }) => {
      const remembered = warning_only ? null : usable(episode, environment, failed);
      const same = episode.outcome?.failure_case?.fingerprint === failure.fingerprint;
      return remembered === null || !same ? [] : [recallWay(remembered, step, failed, episode, label)];
    });
    const known = await this.#believed(environment);
    const pits = ALL_PITS.filter(({ error_types }) => error_types.includes(failure.error_type));
    const reactions = await Promise.all(pits.map(async (pit) => await pit.react(failed)));
    const general = reactions.flat().flatMap((way) => {
      const belief = known.get(way.pit);
      return belief === undefined ? [] : [believed(way, belief)];
    });
    const refuted = recalled.flatMap(({ episode }) => {
      const same = episode.outcome?.failure_case?.fingerprint === failure.fingerprint;
      const remembered = same && episode.outcome?.success === false ? rememberedWayOf(episode) : null;
      return remembered === null
        ? []
        : [recallWay(remembered, step, failed, episode, "").strategy.steps.join("\n")];
    });
    const all = distinct([...exact, ...general, ...(await this.#ofTheSameKind(failed, environment))]);
    const ways = all.filter(({ strategy }) => !refuted.includes(strategy.steps.join("\n")));
    const why = ways[0]?.strategy.rationale ?? abstained ?? "nothing in memory applies to this failure";
    return { ways, why, refuted };
  }

  /** Pits that were seen before are looked for here, before they are met. */
  async #foreseen(step: SetupStep, surroundings: Surroundings, environment: Environment): Promise<Way[]> {
    const known = await this.#believed(environment);
    if (known.size === 0) return [];
    const found = await Promise.all(
      ALL_PITS.map(async (pit) =>
        pit.foresee === undefined || !pit.ways.some((id) => known.has(id))
          ? []
          : await pit.foresee(surroundings, step),
      ),
    );
    return found.flat().flatMap((way) => {
      const belief = known.get(way.pit);
      return belief === undefined ? [] : [believed(way, belief)];
    });
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
      if (remembered === null || !fitsOthers(remembered)) return [];
      if (episode.outcome?.failure_case?.parser !== failure.parser) return [];
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

  async held(step: SetupStep, environment: Environment): Promise<string[]> {
    return heldBefore(await this.deps.log.experiences(this.deps.reader), step, environment);
  }

  async learnHeld(steps: readonly SetupStep[], environment: Environment): Promise<void> {
    const { log, reader } = this.deps;
    const all = await log.experiences(reader);
    for (const step of steps) await log.saveExperience(reader.scope, toHeld(all, step, environment));
  }

  async #believed(environment: Environment): Promise<ReadonlyMap<string, PitBelief>> {
    return believedPits(await this.deps.log.experiences(this.deps.reader), environment);
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

/** A good reading of the case gets what memory thinks of its pit; a mere guess does not become sure by it. */
function believed(way: Way, { mean, cites }: PitBelief): Way {
  const own = way.strategy.success_probability;
  const probability = own < WORTH_A_PRECAUTION ? own : Math.max(own, mean * 0.95);
  return {
    ...way,
    source: "memory",
    strategy: {
      ...way.strategy,
      cites: [...cites],
      success_probability: probability,
      rationale: `Helped before in cases of this kind (${Math.round(mean * 100)} %): ${way.strategy.rationale}`,
    },
  };
}
