import { z } from "zod";
import { Environment } from "../environment/environment.js";

export const ErrorType = z.enum([
  "COMMAND_NOT_FOUND",
  "PERMISSION_DENIED",
  "NETWORK",
  "VERSION_NOT_FOUND",
  "VERSION_CONFLICT",
  "RUNTIME_VERSION_MISMATCH",
  "MISSING_SYSTEM_LIBRARY",
  "MISSING_PACKAGE",
  "MISSING_FILE",
  "BUILD_FAILURE",
  "SYNTAX_OR_CONFIG",
  "RESOURCE_EXHAUSTED",
  "AUTHENTICATION",
  "CRASH",
  "TEST_FAILURE",
  "TIMEOUT",
  "CHECKSUM_MISMATCH",
  "PLATFORM_UNSUPPORTED",
  "OTHER",
]);
export type ErrorType = z.infer<typeof ErrorType>;

export const Stage = z.enum([
  "system_packages",
  "toolchain",
  "package_manager",
  "dependencies",
  "configure",
  "build",
  "test",
  "run",
]);
export type Stage = z.infer<typeof Stage>;

export const EntityKind = z.enum([
  "package",
  "constraint",
  "version",
  "conflicts_with",
  "command",
  "file",
  "library",
  "header",
  "host",
  "port",
  "language_runtime",
  "errno",
  "code",
]);
export type EntityKind = z.infer<typeof EntityKind>;

/** `value` stands in the log as written; `normalized` is the ecosystem's canonical spelling where it differs. */
export const Entity = z.object({
  kind: EntityKind,
  value: z.string().min(1),
  normalized: z.string().optional(),
});
export type Entity = z.infer<typeof Entity>;

export const Hypothesis = z.object({
  /** Shell commands, or one-line edits in words, in order. */
  steps: z.array(z.string()),
  status: z.enum(["untested", "verified", "refuted"]),
  /** Id of the proof, once verified. */
  verified_in: z.string().nullable(),
});
export type Hypothesis = z.infer<typeof Hypothesis>;

/** The structured form of one failed command or log (section 4 of the contract). */
export const FailureCase = z.object({
  failure_id: z.string(),
  /** What was going on, e.g. "python_project_initialization", "node_dependency_installation". */
  task_context: z.string(),
  stage: Stage,
  raw_command: z.string().nullable(),
  cwd: z.string().nullable(),
  exit_code: z.number().int().nullable(),
  ecosystem: z.string(),
  error_type: ErrorType,
  /** The tool's own code: E404, ERESOLVE, E0433, LNK2019, ENOSPC … */
  code: z.string().nullable(),
  key_entities: z.array(Entity),
  /** The line that names the cause: ANSI codes removed, stripped. */
  root_line: z.string(),
  /** 1-based, over the text that was given, split on \n, \r\n and lone \r. */
  root_line_no: z.number().int().positive(),
  excerpt: z.string(),
  fingerprint: z.string(),
  root_cause: z.string(),
  solution_applied: z.string().nullable(),
  hypothesis: Hypothesis.nullable(),
  environment_snapshot: Environment,
  /** A rule's id ("npm/eresolve") or "llm". */
  parser: z.string(),
  confidence: z.number().min(0).max(1),
});
export type FailureCase = z.infer<typeof FailureCase>;

/** What `parseLog` gives back: the root case first; `partial` says why the text was not read whole. */
export interface ParsedLog {
  failures: FailureCase[];
  partial: { reason: "time_limit"; lines_read: number } | null;
}
