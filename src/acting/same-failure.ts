import type { Entity, FailureCase } from "../failures/failure-case.js";
import type { Observation } from "../planning/observation.js";

/** Nothing was found to run, or it may not be run: says nothing about the failure. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Whether a command failed here as it was reported to fail: with the same fault, not with one of this container. */
export function isSameFailure(seen: Observation, reported: FailureCase | null): boolean {
  if (seen.failure !== null && seen.failure.fingerprint === reported?.fingerprint) return true;
  // Unless a missing command is what was reported, it is this container's lack, not the reporter's.
  if (seen.exit_code === NOT_FOUND || seen.exit_code === NOT_EXECUTABLE) return false;
  if (reported === null) return true;
  return seen.failure?.error_type === reported.error_type && sharesEntity(seen.failure, reported);
}

/** The same kind of failure over something else is another failure: this container lacks a file of its own. */
function sharesEntity(seen: FailureCase, reported: FailureCase): boolean {
  const names = new Set(reported.key_entities.filter(isNamed).map(nameOf));
  return names.size === 0 || seen.key_entities.some((entity) => isNamed(entity) && names.has(nameOf(entity)));
}

/** The command is the reporter's own: it is shared by all that it can fail with. */
function isNamed({ kind }: Entity): boolean {
  return kind !== "command";
}

function nameOf(entity: Entity): string {
  return (entity.normalized ?? entity.value).split("/").at(-1) ?? entity.value;
}
