import { z } from "zod";
import { Plan } from "../plan.js";
import type { NamedSchema } from "./response-format.js";
import { strictSchema } from "./strict-schema.js";

/** Strict mode wants an object at the root, so the union of plans stands in a field. */
const PlanAnswer = z.object({ plan: Plan });

export const PLAN_SCHEMA: NamedSchema = { name: "plan", schema: strictSchema(PlanAnswer) };

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/** Servers without schema support often leave the wrapper out: a bare plan is taken too. */
export function parsePlan(value: unknown): Parsed<Plan> {
  const wrapped = typeof value === "object" && value !== null && "plan" in value ? value : { plan: value };
  const parsed = PlanAnswer.safeParse(wrapped);
  if (parsed.success) return { ok: true, value: parsed.data.plan };
  return {
    ok: false,
    problems: parsed.error.issues.slice(0, 8).map(({ path, message }) => `${path.join(".")}: ${message}`),
  };
}
