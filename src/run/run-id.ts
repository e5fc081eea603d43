import { v5 as uuidv5 } from "uuid";
import type { Trigger } from "../thread/trigger.js";

/** Namespace of run ids: made once for this project. */
const RUN_NAMESPACE = "6f0b7a52-6f0e-4b0e-9d7b-1f3c5b7a9e21";

/** The same for the same trigger, so that a job that starts again after a crash finds its record and its comment. */
export function runIdOf(trigger: Pick<Trigger, "id">): string {
  return uuidv5(trigger.id, RUN_NAMESPACE);
}
