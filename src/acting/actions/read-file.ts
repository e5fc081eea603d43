import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { said, shape } from "../observe.js";
import { pathInside } from "../paths.js";
import type { ActingRoom } from "../room.js";

const MOST_BYTES = 64 * 1024;

/** A file of the working folder: /proc, /etc and the rest of the machine are nobody's business. */
export async function readFile({ parameters }: PlanOf<"read_file">, room: ActingRoom): Promise<Observation> {
  if (!room.canRun) return said(false, "not read: no sandbox may be used in this run");
  return await room.withSession(async (session) => {
    const path = pathInside(session.workdir, parameters.path);
    if (path === null) return said(false, `not read: ${parameters.path} lies outside the working folder`);
    const bytes = await session.readFile(path, MOST_BYTES);
    if (bytes === null) return said(false, `not read: there is no file ${parameters.path}`);
    const text = await shape(new TextDecoder().decode(bytes), room.deps);
    const { length } = text.split("\n");
    return said(true, `read ${length} lines of ${parameters.path}`, "sandbox", text);
  });
}
