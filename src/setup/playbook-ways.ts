import { ALL_PITS } from "./pits/all-pits.js";
import type { FailedStep } from "./pits/pit.js";
import type { Way } from "./setup.js";

/** What the pits know against a failure without any memory. */
export async function playbookWays(failed: FailedStep): Promise<Way[]> {
  const pits = ALL_PITS.filter(({ error_types }) => error_types.includes(failed.failure.error_type));
  return (await Promise.all(pits.map(async (pit) => await pit.react(failed)))).flat();
}
