import type { ArchiveRecord } from "../../memory/log/episode-log.js";
import { figuresOf, type Arm, type IssueFigures } from "./figures.js";
import { IssueBench, type IssueParts } from "./issue-bench.js";
import { playIssue, type PlayedIssue } from "./play-issue.js";
import type { Scenario } from "./scenario.js";

const DAY = 86_400_000;
const LEARN_FROM = Date.parse("2026-01-01T00:00:00Z");
const TEST_FROM = Date.parse("2026-05-01T00:00:00Z");

export interface PlayedIssues {
  figures: IssueFigures;
  played: Record<Arm, PlayedIssue[]>;
}

/**
 * Every scenario is played twice by the same planner: over an empty memory, and over one that holds the other half
 * of all families. The halves take turns, so that no issue ever meets itself. Deterministic.
 */
export async function evaluateIssues(
  scenarios: readonly Scenario[],
  parts: IssueParts,
  onPlayed: (done: number, of: number) => void = () => undefined,
): Promise<PlayedIssues> {
  const played: Record<Arm, PlayedIssue[]> = { without: [], with: [] };
  let done = 0;
  const tick = (): void => onPlayed((done += 1), scenarios.length * 3);
  for (const half of [0, 1] as const) {
    const tested = scenarios.filter((_, index) => index % 2 === half);
    const memory = await learn(
      scenarios.filter((_, index) => index % 2 !== half),
      parts,
      tick,
    );
    for (const [index, scenario] of tested.entries()) {
      const opened = TEST_FROM + index * DAY;
      played.without.push(await playOver([], scenario, opened, parts));
      tick();
      played.with.push(await playOver(memory, scenario, opened, parts));
      tick();
    }
  }
  return { figures: figuresOf(played), played };
}

/** The other half, played and closed one after the other over one memory. */
async function learn(
  scenarios: readonly Scenario[],
  parts: IssueParts,
  tick: () => void,
): Promise<ArchiveRecord[]> {
  await using bench = await IssueBench.open([], parts);
  for (const [index, scenario] of scenarios.entries()) {
    await playIssue(scenario, bench, LEARN_FROM + index * DAY);
    tick();
  }
  return await bench.memory();
}

/** Over a memory of its own, so that what one test leaves behind helps no other. */
async function playOver(
  memory: readonly ArchiveRecord[],
  scenario: Scenario,
  opened: number,
  parts: IssueParts,
): Promise<PlayedIssue> {
  await using bench = await IssueBench.open(memory, parts);
  return await playIssue(scenario, bench, opened);
}
