import type { Environment } from "../environment/environment.js";
import { messageOf } from "../errors.js";
import type { SetupDependencies } from "./engine.js";
import type { Lesson } from "./memory/setup-memory.js";
import type { FailedStep, Surroundings } from "./pits/pit.js";
import type { Progress } from "./progress.js";
import type { SetupStep, Way } from "./setup.js";

/** What a way that was refuted in such a case is still worth. */
const AFTER_REFUTATION = 0.25;

/** What memory and model say, as far as they say anything: a set-up does not fail for want of either. */
export class Advice {
  private readonly deps: Pick<SetupDependencies, "memory" | "propose" | "onEvent">;
  private readonly progress: Progress;

  constructor(deps: Pick<SetupDependencies, "memory" | "propose" | "onEvent">, progress: Progress) {
    this.deps = deps;
    this.progress = progress;
  }

  /** At most one way a pit that is not among those `taken`, and at most one that changes the command. */
  async preventive(
    step: SetupStep,
    surroundings: Surroundings,
    environment: Environment,
    taken: Set<string>,
  ): Promise<Way[]> {
    const found = await this.#ask(
      { ways: [], why: "" },
      async () => await this.deps.memory.preventive(step, surroundings, environment),
    );
    const pits = new Set<string>();
    let changes = 0;
    const ways = found.ways.filter((way) => {
      const changing = way.strategy.kind !== "insert_step";
      // A way that changes the command would look new each time the command has changed.
      const own = Object.entries(way.slots).filter(([slot]) => slot !== "command");
      const key = changing ? JSON.stringify([step.id, way.template, own]) : way.strategy.steps.join("\n");
      if (taken.has(key) || pits.has(way.pit) || (changing && changes > 0)) return false;
      pits.add(way.pit);
      taken.add(key);
      if (changing) changes += 1;
      return true;
    });
    this.#tell("preventive", ways);
    return ways;
  }

  /** Ways that helped before, and what a way of the playbooks is worth once memory has seen it fail. */
  async reactive(
    failed: FailedStep,
    environment: Environment,
  ): Promise<{ ways: Way[]; refuted: (way: Way) => Way }> {
    const found = await this.#ask(
      { ways: [], why: "", refuted: [] },
      async () => await this.deps.memory.reactive(failed, environment),
    );
    this.#tell("reactive", found.ways);
    const known = new Set(found.refuted);
    return {
      ways: found.ways,
      refuted: (way) => (known.has(way.strategy.steps.join("\n")) ? lessLikely(way) : way),
    };
  }

  /** The memories that this very command held in such an environment. */
  async held(step: SetupStep, environment: Environment): Promise<readonly string[]> {
    return await this.#ask([], async () => await this.deps.memory.held(step, environment));
  }

  async proposed(failed: FailedStep): Promise<Way[]> {
    const { propose } = this.deps;
    if (propose === null) return [];
    try {
      return await propose(failed);
    } catch (error) {
      this.progress.notice(`The model proposed nothing: ${messageOf(error)}`);
      return [];
    }
  }

  async learn(lesson: Lesson, environment: Environment): Promise<void> {
    await this.#keep(async () => await this.deps.memory.learn(lesson, environment));
  }

  async learnHeld(steps: readonly SetupStep[], environment: Environment): Promise<void> {
    await this.#keep(async () => await this.deps.memory.learnHeld(steps, environment));
  }

  #tell(moment: "preventive" | "reactive", ways: readonly Way[]): void {
    this.progress.recalled += ways.length;
    const [first] = ways;
    if (first === undefined) return;
    this.deps.onEvent({ kind: "recalled", moment, count: ways.length, why: first.strategy.rationale });
  }

  async #ask<T>(nothing: T, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      this.progress.notice(`Memory did not answer: ${messageOf(error)}`);
      return nothing;
    }
  }

  async #keep(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.progress.notice(`Not remembered: ${messageOf(error)}`);
    }
  }
}

function lessLikely(way: Way): Way {
  const { strategy } = way;
  return {
    ...way,
    strategy: { ...strategy, success_probability: strategy.success_probability * AFTER_REFUTATION },
  };
}
