import { softwareOf } from "../environment/known-software.js";
import { namedCommit } from "./named-commit.js";
import type { PlanOf } from "./plan.js";
import type { Situation } from "./planner.js";

/** Fit to be looked for among the names of tags and branches. */
const NAMEABLE = /^\w[\w.+-]{0,60}$/;

/**
 * The issue's own source, from where the issue is: at the commit or the version that the reporter runs where the thread
 * names it, else as it is now.
 */
export function sourceOf({ trigger, chain }: Situation): PlanOf<"clone_repository">["parameters"] {
  const { group, name } = softwareOf(trigger.repo.split("/").at(-1) ?? trigger.repo);
  const version = chain.environment[group][name]?.value ?? "";
  return {
    url: `${repositoryUrl({ trigger, chain })}.git`,
    ref: namedCommit(chain) ?? (NAMEABLE.test(version) ? version : null),
  };
}

/** On the host that shows the issue: GitHub, or a company's own. */
export function repositoryUrl({ trigger, chain }: Pick<Situation, "trigger" | "chain">): string {
  const shown = URL.canParse(chain.url) ? new URL(chain.url) : null;
  const isForge = shown?.protocol === "https:" && shown.pathname.startsWith(`/${trigger.repo}/issues/`);
  return `${isForge ? shown.origin : "https://github.com"}/${trigger.repo}`;
}
