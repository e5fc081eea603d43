import type { Environment } from "../../environment/environment.js";
import type { FailureCase } from "../../failures/failure-case.js";
import type { Episode } from "../../memory/episode.js";
import { entityOf, fillSlots, type FailedStep, type Surroundings } from "../pits/pit.js";
import type { SetupStep, Way } from "../setup.js";
import { holdIn } from "./applies.js";
import { sameName, type Pin } from "./pins.js";
import { rememberedWayOf, type RememberedWay } from "./remembered-way.js";

const FILE_SLOTS = ["manifest", "example", "file", "script"];
/** Slots whose values hold for one project alone: its pit fills them anew, memory never hands them on. */
const OWN_SLOTS = /^(?:links|scripts|settings|keys|bounds|packages|requirement|section|manifests|again_\w)$/;
/** Slots that get this project's own value. */
const REBOUND = new Set(["command", "package", "index", "flag"]);
const SOURCES = new Set(["sandbox_verified", "sandbox", "maintainer"]);

/** Null where it did not help, has no authority, or is of another environment. */
export function usable(
  episode: Episode,
  environment: Environment,
  { files, python_indexes }: Surroundings,
): RememberedWay | null {
  if (
    episode.outcome?.success !== true ||
    !(SOURCES.has(episode.provenance.source) || episode.gold !== undefined)
  )
    return null;
  const remembered = rememberedWayOf(episode);
  if (remembered === null || !holdIn(remembered.applicability, environment)) return null;
  return isBound(remembered.slots, files) ? withAllowedIndex(remembered, python_indexes) : null;
}

/** A way that names files of another project is of no use where there are none of these names. */
function isBound(slots: RememberedWay["slots"], files: Surroundings["files"]): boolean {
  if (Object.keys(slots).some((slot) => OWN_SLOTS.test(slot))) return false;
  const named = FILE_SLOTS.flatMap((slot) => slots[slot] ?? []);
  return named.every((name) => files.paths.some((path) => path === name || path.endsWith(`/${name}`)));
}

/** True if nothing in the way is another package's own. */
export function fitsOthers({ slots }: RememberedWay): boolean {
  return Object.keys(slots).length > 0 && Object.keys(slots).every((slot) => REBOUND.has(slot));
}

/** An address that was too private to be remembered is given back by the operator who allows it, or by nobody. */
function withAllowedIndex(remembered: RememberedWay, allowed: readonly string[]): RememberedWay | null {
  if (remembered.slots["index"]?.includes("[redacted:") !== true) return remembered;
  const [index] = allowed;
  return index === undefined ? null : { ...remembered, slots: { ...remembered.slots, index } };
}

/** The same package in the same version is about to be installed. */
export function concerns(episode: Episode, remembered: RememberedWay, pins: readonly Pin[]): boolean {
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
export function recallWay(
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

export function distinct(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  return ways.filter(({ strategy }) => {
    const key = strategy.steps.join("\n");
    const known = seen.has(key);
    seen.add(key);
    return !known;
  });
}
