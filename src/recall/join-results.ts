import { findConflicts } from "./conflicts.js";
import type { RecallResult } from "./recalled.js";

/** Two answers of memory as one: the better hit of each thread, best first, under new labels. */
export function joinResults(first: RecallResult, second: RecallResult, limit: number): RecallResult {
  const threads = new Set<string>();
  const recalled = [...first.recalled, ...second.recalled]
    .toSorted((a, b) => b.score - a.score)
    .filter(({ episode }) => {
      const key = `${episode.scope.repository} ${episode.thread}`;
      return !threads.has(key) && threads.add(key);
    })
    .slice(0, limit)
    .map((memory, index) => ({ ...memory, label: `M${index + 1}` }));
  return {
    moment: first.moment,
    recalled,
    conflicts: findConflicts(recalled),
    abstained: recalled.length > 0 ? null : first.abstained,
    degraded: first.degraded ?? second.degraded,
    considered: Math.max(first.considered, second.considered),
  };
}
