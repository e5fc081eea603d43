import type { Observation } from "../../planning/observation.js";
import { blankIn } from "../../planning/blanks.js";
import type { PlanOf } from "../../planning/plan.js";
import { spokesmanOf } from "../../memory/episode.js";
import { commandsOf, maySupplyCommands } from "../authority.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";
import { isSameFailure } from "../same-failure.js";

/** The failing command must fail, the remembered fix is applied, and the same command must pass. */
export async function verifyMemory(
  { parameters }: PlanOf<"verify_memory">,
  room: ActingRoom,
): Promise<Observation> {
  const memory = room.context.recall().recalled.find(({ label }) => label === parameters.memory);
  if (memory === undefined) return said(false, `not verified: no memory ${parameters.memory} was shown`);
  const fix = spokesmanOf(memory);
  if (!maySupplyCommands(fix))
    return said(
      false,
      `not verified: ${parameters.memory} (${fix.provenance.source}) may be read but not run`,
    );
  const commands = commandsOf(fix).map(withoutSudo);
  const reported = room.context.chain.failures.find(({ raw_command }) => raw_command !== null) ?? null;
  const failing = reported?.raw_command ?? null;
  if (commands.length === 0) return said(false, `not verified: ${parameters.memory} holds no command`);
  const blank = commands.map(blankIn).find((one) => one !== null);
  if (blank !== undefined)
    return said(false, `not verified: a command of ${parameters.memory} has ${blank} to be filled in`);
  if (reported === null || failing === null)
    return said(false, "not verified: the thread shows no failing command");
  for (const command of [failing, ...commands]) {
    const refused = await room.refusal(command);
    if (refused !== null) return { ...refused, verdict: "inconclusive" };
  }
  const before = await room.run(failing);
  if (before.ok || !isSameFailure(before, reported)) {
    const why = before.ok
      ? "the failing command passes here"
      : `it fails here in another way (${before.summary})`;
    return { ...before, ok: false, verdict: "inconclusive", summary: `not verified: ${why}` };
  }
  return room.deps.verifier === null
    ? await tryHere(failing, commands, room)
    : await prove(failing, commands, room);
}

/** In the sandbox, system packages are installed on the user's behalf; there is no sudo, and no need for it. */
function withoutSudo(command: string): string {
  return command.replace(/^sudo (?:-[EHn] )*/, "");
}

async function prove(failing: string, fix: string[], room: ActingRoom): Promise<Observation> {
  const { verifier } = room.deps;
  if (verifier === null) return said(false, "not verified: nothing proves fixes here");
  const result = await verifier.verify(
    { run_id: room.context.run_id, setup: [...room.passed], failing, fix },
    room.signal,
  );
  room.proof = result.proof ?? room.proof;
  const observation = said(
    result.proof !== null,
    result.summary,
    "sandbox",
    await shape(result.output, room.deps),
  );
  return { ...observation, verdict: VERDICTS[result.outcome] };
}

const VERDICTS = {
  verified: "held",
  refuted: "refuted",
  not_reproduced: "inconclusive",
  setup_failed: "inconclusive",
} as const;

/** Without a clean container: in the run's own, which proves less and is not called a proof. */
async function tryHere(failing: string, fix: string[], room: ActingRoom): Promise<Observation> {
  for (const command of fix) {
    const step = await room.run(command);
    if (!step.ok)
      return { ...step, verdict: "refuted", summary: `not verified: the fix itself fails (${step.summary})` };
  }
  const after = await room.run(failing);
  return {
    ...after,
    verdict: after.ok ? "held" : "refuted",
    summary: after.ok
      ? "it holds here: the command failed before and passes after"
      : `refuted: still ${after.summary}`,
  };
}
