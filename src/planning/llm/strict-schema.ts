import { z } from "zod";

/** Keywords that OpenAI's strict mode, or a grammar-based server, refuses: zod checks them afterwards anyway. */
const DROPPED: ReadonlySet<string> = new Set([
  "$schema",
  "default",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "format",
]);

/** A zod object as a JSON schema inside the strict subset: `anyOf` for unions, `enum` for constants, all required. */
export function strictSchema(type: z.ZodObject): Record<string, unknown> {
  const schema = rewrite(z.toJSONSchema(type, { target: "draft-7" }));
  return schema as Record<string, unknown>;
}

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (DROPPED.has(key)) return [];
      if (key === "oneOf") return [["anyOf", rewrite(value)]];
      if (key === "const") return [["enum", [value]]];
      if (key === "properties") return [[key, rewriteProperties(value)]];
      return [[key, rewrite(value)]];
    }),
  );
}

/** Names of properties are not keywords, whatever they are. */
function rewriteProperties(properties: unknown): unknown {
  if (typeof properties !== "object" || properties === null) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, rewrite(schema)]));
}
