import type { Entity, FailureCase } from "../../failures/failure-case.js";
import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { said } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** Nothing was found to run, or it may not be run: says nothing about the failure. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Runs the reporter's commands until one fails. `ok` is true where the reported failure was seen here. */
export async function reproduce({ parameters }: PlanOf<"reproduce">, room: ActingRoom): Promise<Observation> {
  if (parameters.commands.length === 0) return said(false, "not reproduced: there is no command");
  const outputs: string[] = [];
  let last: Observation | null = null;
  for (const command of parameters.commands) {
    const refused = await room.refusal(command);
    if (refused !== null) return refused;
    last = await room.run(command);
    outputs.push(`$ ${command}\n${last.output}`);
    if (!last.ok) break;
  }
  if (last === null) return said(false, "not reproduced: there is no command");
  const output = outputs.join("\n").slice(-8_000);
  if (last.ok) return { ...last, ok: false, output, summary: "not reproduced: the commands pass here" };
  const reported = room.context.chain.failures[0] ?? null;
  const same = isSameFailure(last, reported);
  const summary = same
    ? `reproduced: ${last.summary}`
    : `not reproduced: it fails here in another way (${last.summary})`;
  return { ...last, ok: same, output, summary };
}

function isSameFailure(seen: Observation, reported: FailureCase | null): boolean {
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
