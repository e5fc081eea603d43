import type { Observation } from "../planning/observation.js";
import type { ActionName, Plan } from "../planning/plan.js";
import type { Permission } from "../thread/trigger.js";
import type { ActContext, ActDeps, Actor } from "./actor.js";
import { act } from "./act.js";
import { ActingRoom } from "./room.js";

const MAY_RUN: ReadonlySet<Permission> = new Set(["admin", "maintain", "write", "triage"]);

/** Actions that leave something behind in the sandbox, and those that may need what was left there. */
const CHANGES_SANDBOX: ReadonlySet<ActionName> = new Set([
  "clone_repository",
  "setup_environment",
  "run_command",
]);
const NEEDS_SANDBOX: ReadonlySet<ActionName> = new Set([
  ...CHANGES_SANDBOX,
  "read_file",
  "reproduce",
  "verify_memory",
]);

/**
 * Opens the actor of one run. The sandbox itself is opened at the first command that needs it; where the run was cut
 * off before, what had passed in the sandbox that is gone is done again first.
 */
export async function openActor(deps: ActDeps, context: ActContext): Promise<Actor> {
  const mayRun = context.runForEverybody === true || MAY_RUN.has(context.trigger.permission);
  const canRun = mayRun && deps.sandbox.kind !== "none" && (await deps.sandbox.unavailableBecause()) === null;
  const closing = new AbortController();
  const room = new ActingRoom(deps, context, canRun);
  const lost = (context.earlier ?? [])
    .filter(({ plan, observation }) => observation.ok && CHANGES_SANDBOX.has(plan.action))
    .map(({ plan }) => plan);
  const perform = async (plan: Plan): Promise<Observation> => {
    room.cites = plan.cites;
    return await act(plan, room);
  };
  return {
    canRun,
    get proof() {
      return room.proof;
    },
    async act(plan, signal) {
      room.signal = AbortSignal.any([signal, closing.signal]);
      const again = NEEDS_SANDBOX.has(plan.action) ? lost.splice(0) : [];
      for (const earlier of again) await perform(earlier);
      return await perform(plan);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await room[Symbol.asyncDispose]();
    },
  };
}
