import { z } from "zod";

/**
 * Every action that a planner can name. Parameters are flat and all required (null instead of optional), so that
 * the union is valid under the strict JSON schema subset of OpenAI-compatible servers.
 */
const Actions = {
  run_command: z.object({ command: z.string(), cwd: z.string().nullable(), purpose: z.string() }),
  read_file: z.object({ path: z.string() }),
  clone_repository: z.object({ url: z.string(), ref: z.string().nullable() }),
  setup_environment: z.object({ goal: z.enum(["install", "build", "test"]) }),
  reproduce: z.object({ commands: z.array(z.string()) }),
  search_memory: z.object({ query: z.string() }),
  search_web: z.object({ query: z.string() }),
  verify_memory: z.object({ memory: z.string() }),
  ask_reporter: z.object({
    questions: z.array(
      z.object({ text: z.string(), command: z.string().nullable(), about: z.array(z.string()) }),
    ),
  }),
  ask_maintainer: z.object({ question: z.string() }),
  propose_fix: z.object({ summary: z.string(), commands: z.array(z.string()), cause: z.string() }),
  conclude: z.object({ summary: z.string(), cause: z.string().nullable() }),
  decline: z.object({ reason: z.string() }),
} as const;

export type ActionName = keyof typeof Actions;
export const ACTION_NAMES = Object.keys(Actions) as ActionName[];

function planOf<N extends ActionName>(name: N) {
  return z.object({
    action: z.literal(name),
    parameters: Actions[name],
    reasoning: z.string(),
    /** Labels of memories that were shown: "M1" … */
    cites: z.array(z.string()),
    confidence: z.number().min(0).max(1),
  });
}

/** One next action with its reasoning and the memories that it cites. */
export const Plan = z.discriminatedUnion("action", [
  planOf("run_command"),
  planOf("read_file"),
  planOf("clone_repository"),
  planOf("setup_environment"),
  planOf("reproduce"),
  planOf("search_memory"),
  planOf("search_web"),
  planOf("verify_memory"),
  planOf("ask_reporter"),
  planOf("ask_maintainer"),
  planOf("propose_fix"),
  planOf("conclude"),
  planOf("decline"),
]);
export type Plan = z.infer<typeof Plan>;
export type PlanOf<N extends ActionName> = Extract<Plan, { action: N }>;

const TERMINAL: ReadonlySet<ActionName> = new Set([
  "ask_reporter",
  "ask_maintainer",
  "propose_fix",
  "conclude",
  "decline",
]);

/** A terminal action ends the run: what follows is a person's turn. */
export function isTerminal(plan: Plan): boolean {
  return isTerminalAction(plan.action);
}

export function isTerminalAction(action: ActionName): boolean {
  return TERMINAL.has(action);
}
