import { z } from "zod";
import { RepositoryConfig } from "./repository-config.js";

/** A node of the JSON schema, as far as it is read here. */
interface SchemaNode {
  type?: string;
  description?: string;
  enum?: string[];
  examples?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
}

/** The JSON schema that editors check a `mneme.yml` with; shipped as `schema/mneme.schema.json`. */
export function repositoryConfigSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(RepositoryConfig, { target: "draft-7", io: "input" }),
    title: "mneme.yml",
    description: "What mneme may do in a repository: .github/mneme.yml on its default branch.",
  };
}

let root: SchemaNode | null = null;

/** What is known below a path: its keys, and what may be written there, in words. Null where nothing is. */
export function expectationAt(path: readonly PropertyKey[]): { keys: string[]; expects: string } | null {
  root ??= repositoryConfigSchema() as SchemaNode;
  let node: SchemaNode | undefined = root;
  for (const part of path) node = node?.properties?.[String(part)];
  if (node === undefined) return null;
  return { keys: Object.keys(node.properties ?? {}), expects: expectationOf(node) };
}

function expectationOf(node: SchemaNode): string {
  if (node.anyOf !== undefined) return node.anyOf.map(expectationOf).join(", or ");
  if (node.enum !== undefined) return `one of ${node.enum.map((value) => `\`${value}\``).join(", ")}`;
  switch (node.type) {
    case "object":
      return `settings below it (${Object.keys(node.properties ?? {}).join(", ")})`;
    case "boolean":
      return "`true` or `false`";
    case "null":
      return "`null`";
    case "integer":
    case "number":
      return `a ${node.type === "integer" ? "whole number" : "number"}${rangeOf(node)}`;
    default:
      return `a short text such as ${(node.examples ?? []).map((text) => `\`${text}\``).join(" or ")}`;
  }
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined && isBounded) return ` from ${String(minimum)} to ${String(maximum)}`;
  return minimum === undefined ? "" : ` of at least ${String(minimum)}`;
}

/** The README's table of the configuration: one row a key. */
export function repositoryConfigTable(): string {
  const rows = rowsBelow(repositoryConfigSchema(), "");
  return ["| key | may be | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function rowsBelow(node: SchemaNode, prefix: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const isGroup = child.properties !== undefined;
    if (isGroup && prefix !== "") {
      const keys = Object.keys(child.properties ?? {}).map((key) => `\`${key}\``);
      return [`| \`${prefix}${name}\` | ${keys.join(", ")} | ${child.description ?? ""} |`];
    }
    if (isGroup) return rowsBelow(child, `${name}.`);
    return [`| \`${prefix}${name}\` | ${expectationOf(child)} | ${child.description ?? ""} |`];
  });
}
