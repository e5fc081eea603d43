import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

type Json = Record<string, unknown>;

interface Operation extends Json {
  parameters?: Json[];
  requestBody?: { required?: boolean; content?: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
}

/** One operation of GitHub's OpenAPI description, with the path parameters of a request. */
export interface FoundOperation {
  template: string;
  method: string;
  operation: Operation;
  parameters: Record<string, string>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Json>;
  "x-webhooks": Record<string, { post: Operation & { operationId: string } }>;
}

const require = createRequire(import.meta.url);

/** GitHub's OpenAPI description: finds the operation of a request, and checks what is sent and answered against it. */
export class ApiDescription {
  readonly #document: Description;
  readonly #ajv = createAjv(false);
  readonly #coercing = createAjv(true);
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: { template: string; segments: string[] }[];

  constructor() {
    const file = require.resolve("@octokit/openapi/generated/api.github.com.json");
    this.#document = JSON.parse(readFileSync(file, "utf8")) as Description;
    this.#templates = Object.keys(this.#document.paths).map((template) => ({
      template,
      segments: template.split("/"),
    }));
  }

  /** Null where GitHub has no such operation. A literal segment wins over a parameter. */
  find(method: string, path: string): FoundOperation | null {
    const given = path.split("/");
    const fitting = this.#templates
      .filter(({ segments }) => segments.length === given.length)
      .filter(({ segments }) => segments.every((part, n) => part.startsWith("{") || part === given[n]))
      .sort((a, b) => countParameters(a.segments) - countParameters(b.segments));
    for (const { template, segments } of fitting) {
      const operation = this.#document.paths[template]?.[method.toLowerCase()];
      if (operation === undefined) continue;
      const parameters = Object.fromEntries(
        segments.flatMap((part, n) =>
          part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(given[n] ?? "")]] : [],
        ),
      );
      return { template, method: method.toLowerCase(), operation, parameters };
    }
    return null;
  }

  /** What is wrong with a request, in words; empty where nothing is. */
  checkRequest(found: FoundOperation, query: URLSearchParams, body: unknown): string[] {
    return [...this.#checkParameters(found, query), ...this.#checkBody(found, body)];
  }

  /** What is wrong with an answer of this box; an error status that the description does not list is let through. */
  checkResponse(found: FoundOperation, status: number, body: unknown): string[] {
    const response = this.#resolve(found.operation.responses[String(status)] ?? {});
    if (Object.keys(response).length === 0)
      return status >= 400 ? [] : [`status ${String(status)} is not described`];
    const content = response["content"] as Record<string, { schema: Json }> | undefined;
    const schema = content?.["application/json"]?.schema;
    if (schema === undefined) return [];
    return this.#validate(`${key(found)} ${String(status)}`, schema, body, this.#ajv);
  }

  /** Every event that GitHub sends, with its action: "issues.closed". */
  webhooks(): string[] {
    return Object.values(this.#document["x-webhooks"]).map(({ post }) => nameOfWebhook(post.operationId));
  }

  /** What is wrong with the payload of an event ("issues.closed"). */
  checkWebhook(name: string, payload: unknown): string[] {
    const found = Object.values(this.#document["x-webhooks"]).find(
      ({ post }) => nameOfWebhook(post.operationId) === name,
    );
    const schema = found?.post.requestBody?.content?.["application/json"]?.schema;
    if (schema === undefined) return [`${name} is not described`];
    return this.#validate(`webhook ${name}`, schema, payload, this.#ajv);
  }

  #checkParameters(found: FoundOperation, query: URLSearchParams): string[] {
    const known = (found.operation.parameters ?? []).map((parameter) => this.#resolve(parameter));
    const problems: string[] = [];
    const given: [string, string, string][] = [
      ...Object.entries(found.parameters).map(([name, value]): [string, string, string] => [
        "path",
        name,
        value,
      ]),
      ...[...query].map(([name, value]): [string, string, string] => ["query", name, value]),
    ];
    for (const [place, name, value] of given) {
      const parameter = known.find((candidate) => candidate["in"] === place && candidate["name"] === name);
      if (parameter === undefined) {
        problems.push(`${place} parameter ${name} is not described`);
        continue;
      }
      const schema = { type: "object", properties: { value: parameter["schema"] as Json } };
      const id = `${key(found)} ${place} ${name}`;
      problems.push(...this.#validate(id, schema, { value }, this.#coercing));
    }
    return problems;
  }

  #checkBody({ operation, ...found }: FoundOperation, body: unknown): string[] {
    const required = operation.requestBody?.required === true;
    if (body === undefined) return required ? ["a body is required"] : [];
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    if (schema === undefined) return ["no body is described"];
    const problems = this.#validate(`${key(found)} body`, schema, body, this.#ajv);
    const properties = schema["properties"] as Json | undefined;
    const unknown =
      properties === undefined ? [] : Object.keys(body as Json).filter((name) => !(name in properties));
    return [...problems, ...unknown.map((name) => `the body's ${name} is not described`)];
  }

  #validate(id: string, schema: Json, value: unknown, ajv: Ajv): string[] {
    let validate = this.#compiled.get(id);
    if (validate === undefined) {
      validate = ajv.compile(this.#bundle(schema));
      this.#compiled.set(id, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message ?? ""}`);
  }

  /** The schema with every component that it reaches, so that each compiles alone: the whole is 13 MB. */
  #bundle(schema: Json): Json {
    const schemas: Json = {};
    const open: unknown[] = [schema];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (typeof value !== "object" || value === null) continue;
      const reference = (value as Json)["$ref"];
      const name =
        typeof reference === "string" ? /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] : undefined;
      if (name !== undefined && !(name in schemas)) {
        schemas[name] = this.#document.components["schemas"]?.[name];
        open.push(schemas[name]);
      }
      for (const child of Object.values(value as Json)) if (child !== undefined) open.push(child);
    }
    return withNull({ ...schema, components: { schemas } }) as Json;
  }

  #resolve(value: Json): Json {
    const reference = value["$ref"];
    if (typeof reference !== "string") return value;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/(.+)$/.exec(reference) ?? [];
    return this.#document.components[kind]?.[name] as Json;
  }
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ strict: false, validateSchema: false, coerceTypes, allErrors: false, logger: false });
  // The package is CommonJS: its function is the module's default export's default.
  (addFormats as unknown as { default: (target: Ajv) => void }).default(ajv);
  ajv.addFormat("timestamp", true);
  return ajv;
}

/** OpenAPI 3.0's `nullable` in JSON Schema's words: an enum, a reference or a choice may be null too. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Json;
  const schema = Object.fromEntries(Object.entries(rest).map(([name, child]) => [name, withNull(child)]));
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}

/** "issue-comment/created" → "issue_comment.created" */
function nameOfWebhook(operationId: string): string {
  return operationId.replaceAll("-", "_").replace("/", ".");
}

function countParameters(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("{")).length;
}

function key({ method, template }: { method: string; template: string }): string {
  return `${method} ${template}`;
}
