import type { PolicyVerdict } from "../acting/actor.js";
import { messageOf, type MnemeError } from "../errors.js";
import type { Decision, ModelPlanner, Planner, Situation } from "./planner.js";
import { isTerminal, type Plan } from "./plan.js";
import { PlaybookPlanner } from "./playbook/playbook-planner.js";
import { vetProposal } from "./vet-proposal.js";
import { sourceOf } from "./project-source.js";
import type { Usage } from "./usage.js";

/** From here on a playbook's or a memory's own plan is not second-guessed. */
const CONFIDENT = 0.6;

/** What a run is for: chosen once by what was asked, told in every step's reason. */
export type Route = "diagnose" | "set-up" | "repair";

/**
 * The judge between planners: memory or playbook where they are confident, the model where they are not, a person
 * where neither is. What was chosen, and why, stands in `route_reason`.
 */
export class MetaPlanner implements Planner {
  private readonly playbook: Planner;
  private readonly checkCommand: CheckCommand | null;
  private readonly model: ModelPlanner | null;

  /** `checkCommand`: the policy that proposals of memory and playbooks are held to; null: none, as where nothing is posted. */
  constructor(
    model: ModelPlanner | null,
    playbook: Planner = new PlaybookPlanner(),
    checkCommand: CheckCommand | null = null,
  ) {
    this.model = model;
    this.playbook = playbook;
    this.checkCommand = checkCommand;
  }

  async plan(situation: Situation, signal?: AbortSignal): Promise<Decision> {
    const route = routeOf(situation);
    const setUp = route === "set-up" ? setUpFirst(situation) : null;
    if (setUp !== null) return setUp;
    const own = await this.ownPlan(situation, signal);
    const sure = isSure(own, situation);
    if (sure !== null || this.model === null)
      return because(own, route, sure ?? "no model is configured, so the playbook goes on");
    const attempt = await this.model.attempt(situation, signal);
    if (!attempt.ok) {
      // A run that is being stopped is worked again later, with its model: this is no outage.
      signal?.throwIfAborted();
      const why = `the model failed (${messageOf(attempt.error)}), so the playbook goes on`;
      return { ...because(own, route, why, attempt.usage), degraded: withoutModel(attempt.error) };
    }
    const { decision } = attempt;
    if (
      decision.plan.confidence < own.plan.confidence &&
      own.plan.confidence >= CONFIDENT / 2 &&
      !asksPeople(own.plan)
    )
      return because(
        own,
        route,
        `the model is less sure (${decision.plan.confidence.toFixed(2)}) than the playbook (${own.plan.confidence.toFixed(2)})`,
        decision.usage,
      );
    return because(
      decision,
      route,
      `the playbook is not sure (${own.plan.confidence.toFixed(2)}), so the model was asked`,
    );
  }

  private async ownPlan(situation: Situation, signal?: AbortSignal): Promise<Decision> {
    const own = await this.playbook.plan(situation, signal);
    return this.checkCommand === null
      ? own
      : { ...own, plan: await vetProposal(own.plan, this.checkCommand) };
  }
}

type CheckCommand = (command: string) => Promise<PolicyVerdict>;

function routeOf({ trigger, steps, chain }: Situation): Route {
  if (trigger.command === "setup") return "set-up";
  const located = chain.episodes.some(({ status, kind }) => status === "located" || kind === "diagnosis");
  const found = steps.some(({ plan, observation }) => plan.action === "reproduce" && observation.ok);
  return trigger.command === "verify" || located || found ? "repair" : "diagnose";
}

/** "/mneme setup": the source, then the engine; the planners see what came of it. */
function setUpFirst(situation: Situation): Decision | null {
  const { trigger, steps, can_run } = situation;
  if (!can_run) return null;
  const did = (action: string): boolean => steps.some(({ plan }) => plan.action === action);
  const goal =
    (["install", "build", "test"] as const).find((word) => trigger.arguments.includes(word)) ?? "build";
  const common = {
    reasoning: `Asked to set the project up, up to the goal "${goal}".`,
    cites: [],
    confidence: 0.7,
  };
  const decide = (plan: Decision["plan"]): Decision => ({
    plan,
    planner: "playbook/set-up",
    route_reason: "route set-up: it was asked for",
    usage: [],
  });
  if (!did("clone_repository"))
    return decide({
      action: "clone_repository",
      parameters: sourceOf(situation),
      ...common,
    });
  if (!did("setup_environment"))
    return decide({ action: "setup_environment", parameters: { goal }, ...common });
  return null;
}

/** Why the playbook's plan is followed without asking a model; null where it is not sure enough. */
function isSure({ plan, planner }: Decision, situation: Situation): string | null {
  if (planner === "memory" && plan.confidence >= CONFIDENT)
    return `memory is confident (${plan.cites.join(", ")}, ${plan.confidence.toFixed(2)})`;
  if (planner === "thread") return "the thread settles it";
  if (asksPeople(plan)) return null;
  if (plan.confidence >= CONFIDENT && (isTerminal(plan) || situation.can_run))
    return `the playbook is confident (${plan.confidence.toFixed(2)})`;
  return null;
}

/** A person is asked where neither planner knows: a model that knows more may still spare them the question. */
function asksPeople(plan: Plan): boolean {
  return plan.action === "ask_reporter" || plan.action === "ask_maintainer";
}

/** For people, without addresses, and the same at each step. */
function withoutModel({ code }: MnemeError): string {
  const what =
    code === "limit_reached"
      ? "What the language model may spend is spent"
      : code === "invalid_output"
        ? "The language model gave no usable plan"
        : "The language model did not answer";
  return `${what}, so the playbooks went on without it.`;
}

function because(decision: Decision, route: Route, why: string, usage: readonly Usage[] = []): Decision {
  return {
    ...decision,
    route_reason: `route ${route}: ${why}; ${decision.route_reason}`,
    usage: [...usage, ...decision.usage],
  };
}
