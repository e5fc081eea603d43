import { Plan } from "../plan.js";

/** The same plan with every text in it redacted: what a model was made to say is stored and shown. */
export async function redactPlan(
  plan: Plan,
  redact: (text: string) => string | Promise<string>,
): Promise<Plan> {
  return Plan.parse(await redactAll(plan, redact));
}

async function redactAll(
  value: unknown,
  redact: (text: string) => string | Promise<string>,
): Promise<unknown> {
  if (typeof value === "string") return await redact(value);
  if (Array.isArray(value)) return await Promise.all(value.map((item) => redactAll(item, redact)));
  if (typeof value !== "object" || value === null) return value;
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, item]) => [key, await redactAll(item, redact)] as const),
  );
  return Object.fromEntries(entries);
}
