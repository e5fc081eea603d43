import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ExcerptReading, type ExcerptReader } from "../../failures/fallback.js";
import type { Meter } from "../usage.js";
import { askJson } from "./ask-json.js";
import type { ModelClient } from "./model-client.js";
import type { Parsed } from "./plan-answer.js";
import { fillPrompt } from "./prompts.js";
import type { NamedSchema } from "./response-format.js";
import { strictSchema } from "./strict-schema.js";

const ReadingAnswer = z.object({ failure: ExcerptReading.nullable() });
const READING_SCHEMA: NamedSchema = { name: "failure", schema: strictSchema(ReadingAnswer) };

export interface ModelExcerptReaderDeps {
  client: ModelClient;
  redact: (text: string) => string | Promise<string>;
  /** Asked before each reading, and told what it cost, also where it came to nothing. */
  meter: Meter;
}

/** The model reads what no rule understands. What it says is checked against the excerpt by the failures room. */
export class ModelExcerptReader implements ExcerptReader {
  private readonly deps: ModelExcerptReaderDeps;

  constructor(deps: ModelExcerptReaderDeps) {
    this.deps = deps;
  }

  async readExcerpt(excerpt: string): Promise<unknown> {
    const { client, redact, meter } = this.deps;
    const fence = randomBytes(12).toString("hex");
    const content = fillPrompt("excerpt", { fence, excerpt: await redact(excerpt) });
    const asked = await askJson(client, [{ role: "user", content }], READING_SCHEMA, check, {
      budget: meter.left(),
      signal: AbortSignal.timeout(client.settings.decision_timeout_ms),
      redact,
    });
    meter.spend(asked.usage);
    if (asked.ok) return asked.value;
    // An answer that is of no use leaves the rules' reading as it is; a model that is away is said.
    if (asked.error.code === "unavailable") throw asked.error;
    return null;
  }
}

function check(value: unknown): Promise<Parsed<z.infer<typeof ReadingAnswer>["failure"]>> {
  const wrapped =
    typeof value === "object" && value !== null && "failure" in value ? value : { failure: value };
  const parsed = ReadingAnswer.safeParse(wrapped);
  return Promise.resolve(
    parsed.success
      ? { ok: true, value: parsed.data.failure }
      : {
          ok: false,
          problems: parsed.error.issues
            .slice(0, 8)
            .map(({ path, message }) => `${path.join(".")}: ${message}`),
        },
  );
}
