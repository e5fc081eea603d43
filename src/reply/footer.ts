import type { RunRecord } from "../run-record.js";
import { runMarker } from "./marker.js";

/** Says that a program wrote this, what it spent, and how to steer it. Carries the hidden marker of the run. */
export function footer(run: RunRecord): string {
  const { steps, wall_ms, tokens, usd } = run.spent;
  const spent = [`${steps} ${steps === 1 ? "step" : "steps"}`, `${(wall_ms / 1000).toFixed(1)} s`];
  if (tokens > 0) spent.push(`${tokens} tokens`, `$${usd.toFixed(4)}`);
  return (
    `---\n<sub>Automated answer by mneme · spent ${spent.join(", ")} · ` +
    "a maintainer's 🚀 keeps this as gold, 👎 rejects it; the reporter's 👍 or 👎 says whether it helped · " +
    "`/mneme forget M1` removes a memory, `/mneme stop` silences me here</sub>\n" +
    runMarker(run.run_id)
  );
}
