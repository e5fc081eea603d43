import type { PolicyVerdict } from "../acting/actor.js";
import { sendsAway, spillsSecrets } from "./leaks.js";
import type { Plan } from "./plan.js";

/** What only the sandbox's own user may not do: on their machine people use these as they like. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(["privilege/other-user", "privilege/containers"]);

/** Why nobody should be told to run this command; null where nothing speaks against it. */
export async function harmIn(
  command: string,
  checkCommand: (command: string) => Promise<PolicyVerdict>,
): Promise<string | null> {
  const leak = spillsSecrets(command) ?? sendsAway(command);
  if (leak !== null) return leak;
  const { allowed, rule, reason } = await checkCommand(command);
  if (allowed || (rule !== null && FOR_PEOPLE.has(rule))) return null;
  return (reason ?? "the policy refuses it").replace(/\.$/, "");
}

/** A remembered way out may hold what mneme would never run: such a command is not handed on, and that is said. */
export async function vetProposal(
  plan: Plan,
  checkCommand: (command: string) => Promise<PolicyVerdict>,
): Promise<Plan> {
  if (plan.action !== "propose_fix") return plan;
  const judged = await Promise.all(
    plan.parameters.commands.map(async (command) => ({ command, harm: await harmIn(command, checkCommand) })),
  );
  const harms = [...new Set(judged.map(({ harm }) => harm).filter((harm) => harm !== null))];
  if (harms.length === 0) return plan;
  return {
    ...plan,
    parameters: {
      ...plan.parameters,
      commands: judged.filter(({ harm }) => harm === null).map(({ command }) => command),
    },
    reasoning: `${plan.reasoning} A command of it is not handed on: ${harms.join("; ")}.`,
  };
}
