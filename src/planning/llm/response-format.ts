/** A JSON schema with a name of letters, digits, "_" and "-". */
export interface NamedSchema {
  name: string;
  schema: Record<string, unknown>;
}

/** How strictly a server can be held to a schema, best first. */
export const FORMAT_LADDER = ["json_schema_strict", "json_schema", "json_object", "prompt_only"] as const;
export type FormatRung = (typeof FORMAT_LADDER)[number];

export function nextRung(rung: FormatRung): FormatRung | null {
  return FORMAT_LADDER[FORMAT_LADDER.indexOf(rung) + 1] ?? null;
}

export type ResponseFormat =
  | { type: "json_schema"; json_schema: { name: string; strict: boolean; schema: Record<string, unknown> } }
  | { type: "json_object" };

export function responseFormat(rung: FormatRung, { name, schema }: NamedSchema): ResponseFormat | undefined {
  switch (rung) {
    case "json_schema_strict":
      return { type: "json_schema", json_schema: { name, strict: true, schema } };
    case "json_schema":
      return { type: "json_schema", json_schema: { name, strict: false, schema } };
    case "json_object":
      return { type: "json_object" };
    case "prompt_only":
      return undefined;
  }
}

/** Whether a refused request was refused for its format: then a lower rung may pass. */
export function blamesFormat(status: number | undefined, message: string): boolean {
  if (
    status !== 400 &&
    status !== 404 &&
    status !== 415 &&
    status !== 422 &&
    status !== 500 &&
    status !== 501
  )
    return false;
  return /response_format|json_schema|json_object|structured|schema|grammar|guided|strict|response format/i.test(
    message,
  );
}
