import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";

export async function setUpEnvironment(
  { parameters }: PlanOf<"setup_environment">,
  room: ActingRoom,
): Promise<Observation> {
  const { setUp } = room.deps;
  if (setUp === null) return said(false, "not set up: no set-up engine is configured");
  if (!room.canRun) return said(false, "not set up: no sandbox may be used in this run");
  const { run_id, reader, meter } = room.context;
  const result = await room.withSession((session) =>
    setUp.setUp(parameters.goal, session, { run_id, reader, meter, signal: room.signal }),
  );
  const output = await shape(result.output, room.deps);
  const failure = result.ok ? null : ((await room.deps.parseLog(output, null, meter)).failures[0] ?? null);
  return { ...said(result.ok, result.summary, "sandbox", output), failure };
}
