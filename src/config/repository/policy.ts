import type { RunLimits } from "../../run/budget.js";
import type { Permission } from "../../thread/trigger.js";
import type { Limits, Mode, RepositoryConfig } from "./repository-config.js";

/** What holds in a repository: the server's defaults, the organisation's file and the repository's own, as one. */
export interface RepositoryPolicy {
  enabled: boolean;
  mode: Mode;
  /** "organization": its private repositories share memories. */
  share: "repository" | "organization";
  roles: { ask: Permission; teach: Permission; reporters: boolean };
  /** Null: no label does that. */
  labels: { ask: string | null; off: string | null };
  /** People below triage have commands run too. */
  runForEverybody: boolean;
  /** 0 … 1 */
  controlFraction: number;
  budget: { run: RunLimits; thread: RunLimits; day: RunLimits };
}

/** What the server's settings say, and where a repository's budgets end. */
export type PolicyDefaults = Pick<RepositoryPolicy, "mode" | "share" | "controlFraction" | "budget">;

const DEFAULT_ASK_LABEL = "mneme";
const DEFAULT_OFF_LABEL = "mneme-off";

/** A file with where it comes from: only the organisation's may open what is private. */
export interface ConfigLayer {
  config: RepositoryConfig;
  isOrganization: boolean;
}

/** Later layers win, key by key; budgets never exceed the server's. */
export function policyFrom(defaults: PolicyDefaults, layers: readonly ConfigLayer[]): RepositoryPolicy {
  const pick = <T>(read: (config: RepositoryConfig) => T | undefined): T | undefined =>
    layers.map(({ config }) => read(config)).findLast((value) => value !== undefined);
  const mode = pick(({ mode }) => mode) ?? defaults.mode;
  const askLabel = pick(({ labels }) => labels?.ask);
  const offLabel = pick(({ labels }) => labels?.off);
  const share = layers.findLast((layer) => layer.isOrganization && layer.config.share !== undefined);
  const budget = (which: "run" | "thread" | "day"): RunLimits => {
    const said = (limit: keyof Limits): number => pick(({ budget }) => budget?.[which]?.[limit]) ?? Infinity;
    const most = defaults.budget[which];
    return {
      steps: Math.min(most.steps, said("steps")),
      wall_ms: Math.min(most.wall_ms, said("seconds") * 1000),
      tokens: Math.min(most.tokens, said("tokens")),
      usd: Math.min(most.usd, said("usd")),
    };
  };
  return {
    enabled: pick(({ enabled }) => enabled) ?? true,
    mode,
    share: share?.config.share ?? defaults.share,
    roles: {
      ask: pick(({ roles }) => roles?.ask) ?? "triage",
      teach: pick(({ roles }) => roles?.teach) ?? "write",
      reporters: pick(({ roles }) => roles?.reporters) ?? true,
    },
    labels: {
      ask: askLabel === undefined ? (mode === "label" ? DEFAULT_ASK_LABEL : null) : askLabel,
      off: offLabel === undefined ? DEFAULT_OFF_LABEL : offLabel,
    },
    runForEverybody: pick(({ sandbox }) => sandbox?.everybody) ?? false,
    controlFraction: pick(({ memory }) => memory?.control_fraction) ?? defaults.controlFraction,
    budget: { run: budget("run"), thread: budget("thread"), day: budget("day") },
  };
}
