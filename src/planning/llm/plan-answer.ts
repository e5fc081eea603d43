import { z } from "zod";
import { Plan, type ActionName } from "../plan.js";
import type { NamedSchema } from "./response-format.js";
import { strictSchema } from "./strict-schema.js";

/** Strict mode wants an object at the root, so the union of plans stands in a field. */
const PlanAnswer = z.object({ plan: Plan });

/** One action of the union, as its JSON schema. */
interface Branch {
  properties: Record<string, unknown> & { action: { enum: readonly string[] } };
  required: string[];
}

const BRANCHES = branchesOf(strictSchema(PlanAnswer));

/**
 * The answer as this run allows it: only actions that it can do, citing only labels that were shown. What a server
 * enforces need not be repaired. Without a memory to cite there is no field for it.
 */
export function planSchema(actions: readonly ActionName[], labels: readonly string[]): NamedSchema {
  const allowed = BRANCHES.filter(({ properties }) =>
    actions.some((name) => properties.action.enum.includes(name)),
  );
  const anyOf = allowed.map((branch) =>
    labels.length === 0 ? withoutCites(branch) : citing(branch, labels),
  );
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

function withoutCites(branch: Branch): Branch {
  const properties = Object.entries(branch.properties).filter(([name]) => name !== "cites");
  return {
    ...branch,
    properties: Object.fromEntries(properties) as Branch["properties"],
    required: branch.required.filter((name) => name !== "cites"),
  };
}

function citing(branch: Branch, labels: readonly string[]): Branch {
  return {
    ...branch,
    properties: {
      ...branch.properties,
      cites: { type: "array", items: { type: "string", enum: [...labels] } },
    },
  };
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/** No server holds a number to its bounds: "70" is meant as a percentage, and below 0 is as unsure as can be. */
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
