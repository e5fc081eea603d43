import type { ErrorType, EntityKind, FailureCase } from "../../failures/failure-case.js";
import type { Condition } from "../../memory/experience.js";
import type { Strategy } from "../../planning/strategy.js";
import type { Detection } from "../detect/detect-project.js";
import type { Lookups } from "../lookups/lookups.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";

/** What a pit may look at besides the log. Nothing here changes anything. */
export interface Surroundings {
  files: ProjectFiles;
  detection: Detection;
  /** Package indexes that the operator allows besides the configured one: "-f ./wheels", "--extra-index-url …". */
  python_indexes: readonly string[];
  lookups: Lookups;
}

export interface FailedStep extends Surroundings {
  failure: FailureCase;
  step: SetupStep;
  output: string;
  /** Commands that passed before it, whose effects are still there. */
  done: readonly string[];
}

/**
 * A known way to fail and the ways out of it. `react` reads a failure; `foresee`, where a pit has it, reads the
 * project, and asks what registries and system have, before anything failed: only where memory has seen the pit, for a
 * precaution has its price too.
 */
export interface Pit {
  id: string;
  error_types: readonly ErrorType[];
  /** Ids of the ways that it gives, where they are not its own. */
  ways: readonly string[];
  react(failed: FailedStep): Way[] | Promise<Way[]>;
  foresee?(surroundings: Surroundings, step: SetupStep): Way[] | Promise<Way[]>;
}

interface Details {
  kind: Strategy["kind"];
  template: readonly string[];
  slots?: Readonly<Record<string, string>>;
  why: string;
  probability: number;
  seconds?: number;
  risk?: number;
  applicability?: Condition[];
}

/** Puts a way together: the template's slots are filled, so that what is remembered and what is run come from one place. */
export function way(pit: string, details: Details): Way {
  const slots = details.slots ?? {};
  return {
    pit,
    slots,
    template: details.template,
    source: "playbook",
    strategy: {
      kind: details.kind,
      steps: details.template.map((step) => fillSlots(step, slots)),
      rationale: details.why,
      cites: [],
      success_probability: details.probability,
      cost_seconds: details.seconds ?? 10,
      risk: details.risk ?? 0.05,
      applicability: details.applicability ?? [],
    },
  };
}

export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => slots[name] ?? whole);
}

export function entityOf(failure: FailureCase, kind: EntityKind): string | null {
  const entity = failure.key_entities.find((candidate) => candidate.kind === kind);
  return entity === undefined ? null : (entity.normalized ?? entity.value);
}

/** For a name put into a sed pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.[\]*^$/\\]/g, "\\$&");
}

export function isPython(step: SetupStep): boolean {
  return /^(?:pip|poetry|uv|conda)$/.test(step.ecosystem);
}

export function isNode(step: SetupStep): boolean {
  return /^(?:npm|yarn|pnpm)$/.test(step.ecosystem);
}

/** Names that may go into a command unquoted. */
export function isPlainName(text: string): boolean {
  return /^@?[a-z0-9][\w./+-]*$/i.test(text) && text.length < 120;
}
