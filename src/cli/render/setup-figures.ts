import type { ArmFigures, SetupFigures } from "../../evaluation/setup-figures.js";
import { formatTable } from "../table.js";

const HEADERS = ["", "n", "first attempt", "success", "steps", "commands", "look-ups", "seconds", "reuse"];

/** Both arms as a whole, then each pit kind. */
export function renderSetupFigures(figures: SetupFigures): string {
  const all = formatTable(HEADERS, [row("novice", figures.novice), row("veteran", figures.veteran)]);
  const pits = formatTable(
    [
      "pit kind",
      "n",
      "novice first",
      "veteran first",
      "novice won",
      "veteran won",
      "novice steps",
      "veteran steps",
    ],
    Object.entries(figures.by_pit).map(([pit, { novice, veteran }]) => [
      pit,
      novice.n,
      percent(novice.first_attempt_success),
      percent(veteran.first_attempt_success),
      percent(novice.success),
      percent(veteran.success),
      novice.steps,
      veteran.steps,
    ]),
  );
  const gain = `First attempts: ${figures.first_attempt_gain} points more with memory; ${figures.steps_ratio} × the steps, ${figures.commands_ratio} × the commands counted singly.`;
  return `${all}\n\n${gain}\n\n${pits}`;
}

function row(name: string, arm: ArmFigures): (string | number)[] {
  return [
    name,
    arm.n,
    percent(arm.first_attempt_success),
    percent(arm.success),
    arm.steps,
    arm.commands,
    arm.lookups,
    arm.seconds,
    percent(arm.reuse_rate),
  ];
}

function percent(value: number): string {
  return `${(value * 100).toFixed(0)}%`;
}
