import { expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { ACTION_NAMES, Plan } from "../../../../src/planning/plan.js";
import { parsePlan, planSchema } from "../../../../src/planning/llm/plan-answer.js";

type Node = Record<string, unknown>;

const SHOWN = planSchema({
  actions: ACTION_NAMES,
  labels: ["M1", "M2"],
  verifiable: ["M2"],
  goals: ["build", "test"],
});
const NONE_SHOWN = planSchema({
  actions: ["conclude", "ask_reporter"],
  labels: [],
  verifiable: [],
  goals: [],
});

const KEYWORDS = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "anyOf",
  "description",
]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The strict subset of OpenAI-compatible servers: all required, nothing additional, few keywords, few levels. */
function faultsOf(node: unknown, path: string, depth: number): string[] {
  if (!isNode(node)) return [`${path}: not a schema`];
  const faults = Object.keys(node)
    .filter((key) => !KEYWORDS.has(key))
    .map((key) => `${path}: ${key}`);
  if (depth > 10) faults.push(`${path}: too deep`);
  if (isNode(node["properties"])) {
    const names = Object.keys(node["properties"]);
    if (node["additionalProperties"] !== false) faults.push(`${path}: open`);
    if (JSON.stringify(node["required"] ?? []) !== JSON.stringify(names) && names.length > 0)
      faults.push(`${path}: optional`);
    for (const [name, child] of Object.entries(node["properties"]))
      faults.push(...faultsOf(child, `${path}.${name}`, depth + 1));
  }
  if ("items" in node) faults.push(...faultsOf(node["items"], `${path}[]`, depth + 1));
  if (Array.isArray(node["anyOf"]))
    node["anyOf"].forEach((child, at) => faults.push(...faultsOf(child, `${path}|${at}`, depth)));
  return faults;
}

test.each([SHOWN, NONE_SHOWN])(
  "the schema of a plan lies in the strict subset, an object at its root",
  (schema) => {
    expect(schema.name).toMatch(/^[\w-]{1,64}$/);
    expect(schema.schema["type"]).toBe("object");
    expect(faultsOf(schema.schema, "$", 1)).toEqual([]);
  },
);

test("it takes what zod takes, and cites only what was shown", () => {
  const validate = new Ajv({ strict: false }).compile(SHOWN.schema);
  const plan = {
    action: "run_command",
    parameters: { command: "ls", cwd: null, purpose: "look" },
    reasoning: "r",
    cites: ["M2"],
    confidence: 0.5,
  };
  expect(validate({ plan })).toBe(true);
  expect(Plan.safeParse(plan).success).toBe(true);
  expect(validate({ plan: { ...plan, action: "conclude" } })).toBe(false);
  expect(validate({ plan: { ...plan, extra: 1 } })).toBe(false);
  expect(validate({ plan: { ...plan, cites: ["M3"] } })).toBe(false);
  expect(validate({ plan: { ...plan, confidence: 0.85 } })).toBe(true);
  expect(validate({ plan: { ...plan, confidence: 70 } })).toBe(false);
  const verify = (memory: string): object => ({ ...plan, action: "verify_memory", parameters: { memory } });
  expect(validate({ plan: verify("M2") })).toBe(true);
  expect(validate({ plan: verify("M1") })).toBe(false);
  const setUp = (goal: string): object => ({ ...plan, action: "setup_environment", parameters: { goal } });
  expect(validate({ plan: setUp("test") })).toBe(true);
  expect(validate({ plan: setUp("install") })).toBe(false);
});

test("without a memory there is no field to cite in, and only what can be done can be said", () => {
  const validate = new Ajv({ strict: false }).compile(NONE_SHOWN.schema);
  const plan = {
    action: "conclude",
    parameters: { summary: "s", cause: null },
    reasoning: "r",
    confidence: 0.5,
  };
  expect(validate({ plan })).toBe(true);
  expect(parsePlan({ plan })).toEqual({ ok: true, value: { ...plan, cites: [] } });
  expect(validate({ plan: { ...plan, cites: ["M1"] } })).toBe(false);
  expect(validate({ plan: { ...plan, action: "decline", parameters: { reason: "r" } } })).toBe(false);
});
