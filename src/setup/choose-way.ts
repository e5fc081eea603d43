import type { SetupStep, Way } from "./setup.js";

/** What a passing step is worth against the time that a way costs and the harm that it may do. */
const GAIN_SECONDS = 300;
const RISK_SECONDS = 120;

/** Ways out of memory or of the project's own texts are tried before equal guesses. */
const TIE: Readonly<Record<Way["source"], number>> = { memory: 3, playbook: 2, instructions: 1, model: 0 };

export function expectedValue({ strategy }: Way): number {
  return strategy.success_probability * GAIN_SECONDS - strategy.cost_seconds - strategy.risk * RISK_SECONDS;
}

/** The best way that was not tried yet for this step; null where none is worth its cost. */
export function chooseWay(ways: readonly Way[], tried: ReadonlySet<string>, step: SetupStep): Way | null {
  const open = ways.filter((way) => way.strategy.kind !== "ask_human" && !tried.has(keyOf(way, step)));
  const ranked = Array.from(open).sort(
    (a, b) => expectedValue(b) - expectedValue(a) || TIE[b.source] - TIE[a.source],
  );
  const [best] = ranked;
  return best !== undefined && expectedValue(best) > 0 ? best : null;
}

export function keyOf(way: Way, step: SetupStep): string {
  return `${step.id}\n${way.strategy.kind}\n${way.strategy.steps.join("\n")}`;
}
