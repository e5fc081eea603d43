import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { MnemeError, messageOf } from "../errors.js";

/** What Probot takes for the secret where none is given: whoever reads its source could sign. */
const PUBLIC_SECRET = "development";

/** Settings of the server alone; the README's table is made from this schema too. */
export const ServerVariables = z.object({
  APP_ID: z
    .string()
    .regex(/^\d{1,18}$/, "is the app's number (not its client id)")
    .optional()
    .describe("Number of the GitHub App; without it `npm start` offers to make one."),
  PRIVATE_KEY: z
    .string()
    .optional()
    .describe("The app's private key: PEM, with real or `\\n` line ends, or base64."),
  PRIVATE_KEY_PATH: z.string().optional().describe("File that holds the private key instead."),
  WEBHOOK_SECRET: z.string().optional().describe("Secret that GitHub signs deliveries with; required."),
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; `0.0.0.0` in a container."),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe("Port to listen on."),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("How much is logged. `debug` and below log whole payloads."),
  MNEME_WORKER_PROCESSES: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe(
      "Worker processes that the server starts and watches over; 0 where `mneme worker` runs elsewhere. For `mneme worker`: how many there are, since GitHub's pace for new content is divided among them.",
    ),
  MNEME_GITHUB_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(20_000)
    .describe("A request to GitHub without an answer fails after so long."),
});

export interface AppCredentials {
  appId: number;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
}

export interface ServerSettings {
  /** Null where no app was made yet: the server then offers to make one. */
  credentials: AppCredentials | null;
  host: string;
  port: number;
  logLevel: z.infer<typeof ServerVariables>["LOG_LEVEL"];
  githubTimeoutMs: number;
  workerProcesses: number;
}

/** Reads and checks the server's environment; every mistake is reported at once. Empty counts as not set. */
export function readServerSettings(env: NodeJS.ProcessEnv = process.env): ServerSettings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = ServerVariables.safeParse(given);
  const mistakes = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const wantsApp = ["APP_ID", "PRIVATE_KEY", "PRIVATE_KEY_PATH"].some((name) => given[name] !== undefined);
  const credentials = wantsApp ? readCredentials(given, mistakes) : null;
  if (!wantsApp && env.NODE_ENV === "production")
    mistakes.push("APP_ID and PRIVATE_KEY: missing, and the set-up page is off in production");
  if (!parsed.success || mistakes.length > 0)
    throw new MnemeError("bad_config", `environment: ${mistakes.join("; ")}`);
  return {
    credentials,
    host: parsed.data.HOST,
    port: parsed.data.PORT,
    logLevel: parsed.data.LOG_LEVEL,
    githubTimeoutMs: parsed.data.MNEME_GITHUB_TIMEOUT_MS,
    workerProcesses: parsed.data.MNEME_WORKER_PROCESSES,
  };
}

/** A worker is told how many there are, also where the command line said it: they share GitHub's pace. */
export function environmentOfWorkers({
  workerProcesses,
}: Pick<ServerSettings, "workerProcesses">): NodeJS.ProcessEnv {
  return { ...process.env, MNEME_WORKER_PROCESSES: String(workerProcesses) };
}

function readCredentials(
  given: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): AppCredentials {
  if (given["APP_ID"] === undefined) mistakes.push("APP_ID: missing beside a private key");
  const webhookSecret = given["WEBHOOK_SECRET"] ?? "";
  if (webhookSecret === "")
    mistakes.push("WEBHOOK_SECRET: missing; set the one that the app's settings on GitHub name");
  else if (webhookSecret === PUBLIC_SECRET)
    mistakes.push(`WEBHOOK_SECRET: "${PUBLIC_SECRET}" is known to everybody; choose a random one`);
  return {
    appId: Number(given["APP_ID"]),
    privateKey: readPrivateKey(given, mistakes),
    webhookSecret,
  };
}

/** A message of this never holds a piece of the key. */
function readPrivateKey(given: Readonly<Record<string, string | undefined>>, mistakes: string[]): string {
  const { PRIVATE_KEY: value, PRIVATE_KEY_PATH: path } = given;
  if (value === undefined && path === undefined) {
    mistakes.push("PRIVATE_KEY or PRIVATE_KEY_PATH: missing beside APP_ID");
    return "";
  }
  try {
    const text = value ?? readFileSync(path ?? "", "utf8");
    const isPem = text.includes("-----BEGIN");
    const pem = (isPem ? text : Buffer.from(text, "base64").toString("utf8")).replaceAll("\\n", "\n");
    createPrivateKey(pem);
    return pem;
  } catch (error) {
    const isMissing = value === undefined && (error as NodeJS.ErrnoException).syscall !== undefined;
    mistakes.push(
      isMissing ? `PRIVATE_KEY_PATH: ${messageOf(error)}` : "PRIVATE_KEY: is no private key in PEM or base64",
    );
    return "";
  }
}
