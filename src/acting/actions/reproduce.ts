import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { said } from "../observe.js";
import type { ActingRoom } from "../room.js";
import { isSameFailure } from "../same-failure.js";

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
