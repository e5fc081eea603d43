import { ALL_PITS } from "./pits/all-pits.js";
import type { FailedStep } from "./pits/pit.js";
import type { Way } from "./setup.js";

/** A manifest that does not parse is for a person to mend: no command gets round it. */
const UNREADABLE =
  /EJSONPARSE|Failed to parse JSON data|TOMLDecodeError|failed to parse manifest at|Non-parseable POM/;

/** What the pits know against a failure without any memory. */
export async function playbookWays(failed: FailedStep): Promise<Way[]> {
  if (UNREADABLE.test(failed.output)) return [];
  const pits = ALL_PITS.filter(({ error_types }) => error_types.includes(failed.failure.error_type));
  return (await Promise.all(pits.map(async (pit) => await pit.react(failed)))).flat();
}
