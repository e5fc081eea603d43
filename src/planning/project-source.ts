import { softwareOf } from "../environment/known-software.js";
import type { PlanOf } from "./plan.js";
import type { Situation } from "./planner.js";

/** Fit to be looked for among the names of tags and branches. */
const NAMEABLE = /^\w[\w.+-]{0,60}$/;

/** The issue's own source: at the version that the reporter runs where the thread names it, else as it is now. */
export function sourceOf({ trigger, chain }: Situation): PlanOf<"clone_repository">["parameters"] {
  const { group, name } = softwareOf(trigger.repo.split("/").at(-1) ?? trigger.repo);
  const version = chain.environment[group][name]?.value ?? "";
  return {
    url: `https://github.com/${trigger.repo}.git`,
    ref: NAMEABLE.test(version) ? version : null,
  };
}
