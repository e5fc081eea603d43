import type { Permission } from "../thread/trigger.js";
import type { ActContext, ActDeps, Actor } from "./actor.js";
import { act } from "./act.js";
import { ActingRoom } from "./room.js";

const MAY_RUN: ReadonlySet<Permission> = new Set(["admin", "maintain", "write", "triage"]);

/** Opens the actor of one run. The sandbox itself is opened at the first command that needs it. */
export async function openActor(deps: ActDeps, context: ActContext): Promise<Actor> {
  const mayRun = context.runForEverybody === true || MAY_RUN.has(context.trigger.permission);
  const canRun = mayRun && deps.sandbox.kind !== "none" && (await deps.sandbox.unavailableBecause()) === null;
  const closing = new AbortController();
  const room = new ActingRoom(deps, context, canRun);
  return {
    canRun,
    get proof() {
      return room.proof;
    },
    async act(plan, signal) {
      room.signal = AbortSignal.any([signal, closing.signal]);
      room.cites = plan.cites;
      return await act(plan, room);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await room[Symbol.asyncDispose]();
    },
  };
}
