import { randomBytes } from "node:crypto";
import type { PolicyVerdict } from "../../acting/actor.js";
import { commandsIn } from "../commands-in.js";
import type { Plan } from "../plan.js";
import type { Attempt, Decision, ModelPlanner, Situation } from "../planner.js";
import { askJson } from "./ask-json.js";
import { buildMessages } from "./build-messages.js";
import { problemsOf } from "./check-plan.js";
import type { ModelClient } from "./model-client.js";
import { parsePlan, planSchema, type Parsed } from "./plan-answer.js";
import { mendPlan } from "./mend-plan.js";
import { offerFor } from "./offer.js";
import { redactPlan } from "./redact-plan.js";

export interface LlmPlannerDeps {
  client: ModelClient;
  redact: (text: string) => string | Promise<string>;
  checkCommand: (command: string) => Promise<PolicyVerdict>;
  webSearch: boolean;
  /** Unguessable, 16 characters or more. Default: random. */
  fence?: () => string;
}

/**
 * A model behind the OpenAI protocol. Whatever it says, what comes out is a plan of the schema that cites only what
 * was shown, holds only commands that the policy allows, and no secret that the redaction knows.
 */
export class LlmPlanner implements ModelPlanner {
  private readonly deps: LlmPlannerDeps;

  constructor(deps: LlmPlannerDeps) {
    this.deps = deps;
  }

  async plan(situation: Situation, signal?: AbortSignal): Promise<Decision> {
    const attempt = await this.attempt(situation, signal);
    if (attempt.ok) return attempt.decision;
    throw attempt.error;
  }

  async attempt(situation: Situation, signal?: AbortSignal): Promise<Attempt> {
    const { client, redact, checkCommand, webSearch } = this.deps;
    const offer = offerFor(situation, webSearch);
    const schema = planSchema(offer);
    const fence = (this.deps.fence ?? randomFence)();
    const messages = await buildMessages({
      situation,
      actions: offer.actions,
      fence,
      redact,
      schema,
      format: client.format,
    });
    const check = async (value: unknown): Promise<Parsed<Plan>> => {
      const parsed = parsePlan(value);
      if (!parsed.ok) return parsed;
      const wanted = mendPlan(parsed.value, situation);
      const plan = await redactPlan(wanted, redact);
      const problems = [
        ...redactedCommands(wanted, plan),
        ...(await problemsOf(plan, situation, { checkCommand, offer })),
      ];
      return problems.length === 0 ? { ok: true, value: plan } : { ok: false, problems };
    };
    const time = Math.max(1, Math.min(client.settings.decision_timeout_ms, situation.budget.ms_left));
    const deadline = AbortSignal.timeout(time);
    const asked = await askJson(client, messages, schema, check, {
      budget: situation.budget,
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      redact,
    });
    if (!asked.ok) return asked;
    return {
      ok: true,
      decision: {
        plan: asked.value,
        planner: `llm/${client.settings.model}`,
        route_reason: "the model was asked",
        usage: asked.usage,
      },
    };
  }
}

/** A command with something taken out of it is no longer what it was. */
function redactedCommands(before: Plan, after: Plan): string[] {
  return commandsIn(before).join("\n") === commandsIn(after).join("\n")
    ? []
    : ["The command holds a secret, an address or a person's name: write it without."];
}

function randomFence(): string {
  return randomBytes(12).toString("hex");
}
