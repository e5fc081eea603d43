import { z } from "zod";
import { MnemeError } from "../../errors.js";
import { Plan, type ActionName } from "../plan.js";
import type { Offer } from "./offer.js";
import type { NamedSchema } from "./response-format.js";
import { strictSchema } from "./strict-schema.js";

/** Strict mode wants an object at the root, so the union of plans stands in a field. */
const PlanAnswer = z.object({ plan: Plan });

/** One action of the union, as its JSON schema. */
interface Branch {
  properties: Record<string, unknown> & { action: { enum: readonly ActionName[] } };
  required: string[];
}

const BRANCHES = branchesOf(strictSchema(PlanAnswer));

/**
 * The answer as this point of the run allows it: only actions that can be done, naming only memories that were shown.
 * What a server enforces need not be repaired. Without a memory to cite there is no field for it.
 */
export function planSchema(offer: Offer): NamedSchema {
  const allowed = BRANCHES.filter(({ properties }) => offer.actions.includes(actionOf(properties)));
  const anyOf = allowed.map((branch) => narrowed(branch, offer));
  return {
    name: "plan",
    schema: {
      type: "object",
      properties: { plan: { anyOf } },
      required: ["plan"],
      additionalProperties: false,
    },
  };
}

function branchesOf(schema: Record<string, unknown>): Branch[] {
  const { plan } = schema["properties"] as { plan: { anyOf: Branch[] } };
  return plan.anyOf;
}

function actionOf({ action }: Branch["properties"]): ActionName {
  const [name] = action.enum;
  if (name === undefined) throw new MnemeError("internal", "an action of the schema has no name");
  return name;
}

/** Numbers have no bounds in the strict subset, and a small model may write digits without end. */
const CONFIDENCES = Array.from({ length: 21 }, (_, step) => step / 20);

function narrowed(branch: Branch, offer: Offer): Branch {
  const properties = Object.fromEntries(
    Object.entries(branch.properties).flatMap(([name, schema]) => {
      if (name === "parameters") return [[name, parametersFor(actionOf(branch.properties), offer) ?? schema]];
      if (name === "confidence") return [[name, { type: "number", enum: CONFIDENCES }]];
      if (name !== "cites") return [[name, schema]];
      return offer.labels.length === 0 ? [] : [[name, { type: "array", items: oneOf(offer.labels) }]];
    }),
  ) as Branch["properties"];
  return { ...branch, properties, required: Object.keys(properties) };
}

/** Where fewer values are left than the action knows; null where any will do. */
function parametersFor(action: ActionName, { verifiable, goals }: Offer): object | null {
  if (action === "verify_memory") return only("memory", oneOf(verifiable));
  return action === "setup_environment" ? only("goal", oneOf(goals)) : null;
}

function oneOf(values: readonly string[]): object {
  return { type: "string", enum: [...values] };
}

function only(name: string, schema: object): object {
  return {
    type: "object",
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  };
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/** A server that is not held to the schema writes any number: "70" is meant as a percentage, and below 0 is as unsure as can be. */
function completed(bare: object): object {
  const plan = { cites: [], ...bare };
  if (!("confidence" in plan) || typeof plan.confidence !== "number") return plan;
  const p = plan.confidence > 1 && plan.confidence <= 100 ? plan.confidence / 100 : plan.confidence;
  return { ...plan, confidence: Math.min(1, Math.max(0, p)) };
}

/** Servers without schema support often leave the wrapper out: a bare plan is taken too. */
export function parsePlan(value: unknown): Parsed<Plan> {
  const bare = typeof value === "object" && value !== null && "plan" in value ? value.plan : value;
  const plan = typeof bare === "object" && bare !== null ? completed(bare) : bare;
  const parsed = PlanAnswer.safeParse({ plan });
  if (parsed.success) return { ok: true, value: parsed.data.plan };
  return {
    ok: false,
    problems: parsed.error.issues.slice(0, 8).map(({ path, message }) => `${path.join(".")}: ${message}`),
  };
}
