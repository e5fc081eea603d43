import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { commandsOf, maySupplyCommands } from "../authority.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** The failing command must fail, the remembered fix is applied, and the same command must pass. */
export async function verifyMemory(
  { parameters }: PlanOf<"verify_memory">,
  room: ActingRoom,
): Promise<Observation> {
  const memory = room.context.recall().recalled.find(({ label }) => label === parameters.memory);
  if (memory === undefined) return said(false, `not verified: no memory ${parameters.memory} was shown`);
  const fix = memory.resolution ?? memory.episode;
  if (!maySupplyCommands(fix))
    return said(
      false,
      `not verified: ${parameters.memory} (${fix.provenance.source}) may be read but not run`,
    );
  const commands = commandsOf(fix);
  const failing =
    room.context.chain.failures.find(({ raw_command }) => raw_command !== null)?.raw_command ?? null;
  if (commands.length === 0) return said(false, `not verified: ${parameters.memory} holds no command`);
  if (failing === null) return said(false, "not verified: the thread shows no failing command");
  for (const command of [failing, ...commands]) {
    const refused = await room.refusal(command);
    if (refused !== null) return refused;
  }
  return room.deps.verifier === null
    ? await tryHere(failing, commands, room)
    : await prove(failing, commands, room);
}

async function prove(failing: string, fix: string[], room: ActingRoom): Promise<Observation> {
  const { verifier } = room.deps;
  if (verifier === null) return said(false, "not verified: nothing proves fixes here");
  const result = await verifier.verify(
    { run_id: room.context.run_id, setup: [...room.passed], failing, fix },
    room.signal,
  );
  room.proof = result.proof ?? room.proof;
  return said(result.proof !== null, result.summary, "sandbox", await shape(result.output, room.deps));
}

/** Without a clean container: in the run's own, which proves less and is not called a proof. */
async function tryHere(failing: string, fix: string[], room: ActingRoom): Promise<Observation> {
  const before = await room.run(failing);
  if (before.ok) return { ...before, ok: false, summary: "not verified: the failing command passes here" };
  for (const command of fix) {
    const step = await room.run(command);
    if (!step.ok) return { ...step, summary: `not verified: the fix itself fails (${step.summary})` };
  }
  const after = await room.run(failing);
  return {
    ...after,
    summary: after.ok
      ? `it holds here: the command failed before and passes after`
      : `refuted: still ${after.summary}`,
  };
}
