import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import type { ActingRoom } from "../room.js";
import { said } from "../observe.js";
import { pathInside } from "../paths.js";

export async function runCommand(
  { parameters }: PlanOf<"run_command">,
  room: ActingRoom,
): Promise<Observation> {
  if (parameters.command.trim() === "") return said(false, "not run: the command is empty");
  if (parameters.cwd === null) return await room.run(parameters.command);
  const refused = await room.refusal(parameters.command);
  if (refused !== null) return refused;
  const cwd = await room.withSession((session) =>
    Promise.resolve(pathInside(session.workdir, parameters.cwd ?? "")),
  );
  if (cwd === null) return said(false, `not run: ${parameters.cwd} lies outside the working folder`);
  return await room.run(parameters.command, { cwd });
}
