import { z } from "zod";
import { MnemeError } from "../errors.js";
import { Mode } from "./repository/repository-config.js";
import { ServerVariables } from "./server-settings.js";

const flag = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");
const whole = z.coerce.number().int().nonnegative();
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** Every setting of the process. The README's table is made from this schema. */
const Settings = z.object({
  MNEME_DATA: z
    .string()
    .default(".mneme")
    .describe("Folder of the SQLite files (log of record, index, jobs)."),
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/ })
    .optional()
    .describe(
      "Postgres for the log of record and the jobs instead of SQLite; the index stays in an SQLite file unless `QDRANT_URL` is set.",
    ),
  QDRANT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Qdrant (1.16 or later) for the recall index instead of an SQLite file, with its port."),
  QDRANT_API_KEY: z.string().optional().describe("Its key, where it wants one."),
  QDRANT_COLLECTION: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .default("mneme")
    .describe("Name of the collection there (an alias): one for each log of record."),
  MNEME_LLM_BASE_URL: z
    .url()
    .optional()
    .describe("An OpenAI-compatible server; without it the playbooks plan."),
  MNEME_LLM_API_KEY: z.string().optional().describe("Its key, where it wants one."),
  MNEME_LLM_MODEL: z.string().optional().describe("The model's name there."),
  MNEME_LLM_USD_PER_MILLION_PROMPT: z.coerce
    .number()
    .nonnegative()
    .default(0)
    .describe("Price of a million prompt tokens, for the budget and the reply's footer."),
  MNEME_LLM_USD_PER_MILLION_COMPLETION: z.coerce
    .number()
    .nonnegative()
    .default(0)
    .describe("Price of a million completion tokens."),
  MNEME_LLM_OUTPUT_LIMIT: z
    .enum(["max_tokens", "max_completion_tokens"])
    .default("max_tokens")
    .describe("What the server calls the limit of an answer."),
  MNEME_EMBEDDING_BASE_URL: z
    .url()
    .optional()
    .describe("An OpenAI-compatible server for embeddings; without one recall is lexical and by signature."),
  MNEME_EMBEDDING_API_KEY: z.string().optional().describe("Its key, where it wants one."),
  MNEME_EMBEDDING_MODEL: z.string().optional().describe("The embedding model's name there."),
  MNEME_EMBEDDING_FOLDER: z
    .string()
    .optional()
    .describe("Folder of a local embedding model (needs the package `@huggingface/transformers`)."),
  MNEME_EMBEDDING_DOWNLOAD: z
    .string()
    .optional()
    .describe(
      "Or its name on the model hub: downloaded at the first use, and kept in `MNEME_DATA` (needs the same package).",
    ),
  MNEME_SANDBOX: z
    .enum(["auto", "docker", "none"])
    .default("auto")
    .describe(
      "`docker`, `none` (mneme plans, people run the commands), or `auto`: Docker where it can be used.",
    ),
  MNEME_SANDBOX_IMAGE: z
    .string()
    .default("mneme-sandbox:latest")
    .describe("Image that commands run in; `npm run sandbox:build` makes it."),
  MNEME_SANDBOX_NETWORK: z
    .enum(["none", "registries"])
    .default("none")
    .describe("`none`, or `registries`: only the package registries, through an allow-listing proxy."),
  MNEME_SANDBOX_RUNTIME: z
    .string()
    .optional()
    .describe("Docker's runtime for the sandbox, such as `runsc` (gVisor)."),
  MNEME_SANDBOX_CA_BUNDLE: z
    .string()
    .optional()
    .describe("PEM file of a corporate CA, for every tool in the sandbox."),
  MNEME_SANDBOX_ALLOW_HOSTS: list
    .default([])
    .describe(
      "Further hosts that the sandbox may reach, comma-separated: `github.com` where it is to fetch source.",
    ),
  MNEME_RUN_STEPS: whole.default(8).describe("Most steps of one run."),
  MNEME_RUN_SECONDS: whole.default(600).describe("Most wall time of one run."),
  MNEME_RUN_TOKENS: whole.default(60_000).describe("Most model tokens of one run."),
  MNEME_RUN_USD: z.coerce.number().nonnegative().default(0.5).describe("Most money of one run."),
  MNEME_THREAD_RUNS: z.coerce
    .number()
    .positive()
    .default(20)
    .describe("Most that one issue may spend, in whole runs (steps, time, tokens and money times this)."),
  MNEME_DAY_RUNS: z.coerce
    .number()
    .positive()
    .default(500)
    .describe("Most that one repository may spend a day (UTC), in whole runs."),
  MNEME_MODE: Mode.default("mention").describe(
    "Mode of repositories that do not say: `mention`, `auto`, `shadow` or `label` (see For maintainers).",
  ),
  MNEME_SHARE: z
    .enum(["repository", "organization"])
    .default("repository")
    .describe("`organization` lets the private repositories of one installation share memories."),
  MNEME_CONTROL_FRACTION: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe("Share of runs that work without recall, to measure what it brings."),
  MNEME_SEARCH_URL: z
    .url()
    .optional()
    .describe("A SearXNG-compatible endpoint for web search; off without it."),
  MNEME_SEARCH_HOSTS: list.default([]).describe("Hosts whose results may be read, comma-separated."),
  MNEME_WORKERS: whole.default(2).describe("Threads that one worker process works on at once."),
  MNEME_BACKFILL_SHARE: z.coerce
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .describe("Share of GitHub's rate limit that a backfill may use."),
  MNEME_BACKFILL_ON_INSTALL: flag
    .default(false)
    .describe("Remember the closed issues of each repository that the app is installed in."),
  GITHUB_TOKEN: z
    .string()
    .optional()
    .describe("Token for `mneme record` and `mneme backfill`; public repositories need none."),
  GITHUB_API_URL: z.url().default("https://api.github.com").describe("GitHub Enterprise's API."),
  MNEME_PLAIN: flag.default(false).describe("No colours and no progress display, also on a terminal."),
});
export type Settings = z.infer<typeof Settings>;

/** Reads and checks the whole environment; every mistake is reported at once. Empty counts as not set. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new MnemeError(
    "bad_config",
    `environment: ${mistakes.join("; ")} (see the README's configuration table)`,
  );
}

/** The README's configuration table in markdown. */
export function settingsTable(): string {
  const settings = [...Object.entries(Settings.shape), ...Object.entries(ServerVariables.shape)];
  const rows = settings.map(([variable, schema]) => {
    const fallback = defaultOf(schema);
    return `| \`${variable}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${schema.description ?? ""} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function defaultOf(schema: z.ZodType): string {
  return schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : "";
}
