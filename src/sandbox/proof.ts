import { z } from "zod";
import type { RecordedProof } from "../run-record.js";

export const PROOF_SCHEMA_VERSION = 1;

export const ProofStep = z.object({
  phase: z.enum(["setup", "before", "fix", "after"]),
  command: z.string(),
  exit_code: z.number().int(),
  timed_out: z.boolean(),
});
export type ProofStep = z.infer<typeof ProofStep>;

/** What has to be there before the first command: the repository, kept whole where it is small. */
export const ProofSources = z.object({
  /** SHA-256 (hex) of the tar. */
  sha256: z.string(),
  /** The tar, gzipped, in base64; null where it was too large to keep. */
  tar_gz: z.string().nullable(),
  /** Where it came from, for people. */
  origin: z.string(),
});
export type ProofSources = z.infer<typeof ProofSources>;

/** All that is needed to see again, on another machine, that a command failed, what was done, and that it passes. */
export const Proof = z.object({
  schema_version: z.literal(PROOF_SCHEMA_VERSION),
  id: z.uuid(),
  created_at: z.iso.datetime(),
  image: z.string(),
  /** The image's id by content; null where the sandbox does not tell. */
  image_id: z.string().nullable(),
  network: z.enum(["none", "registries"]),
  sources: ProofSources.nullable(),
  setup: z.array(z.string()),
  failing: z.string(),
  fix: z.array(z.string()),
  /** What passes afterwards: the failing command itself, or the one that took its place. */
  passing: z.string(),
  env: z.record(z.string(), z.string()),
  /** Failed, fixed and passed so many times, each in a clean container. */
  rounds: z.number().int().positive(),
  steps: z.array(ProofStep),
  dockerfile: z.string(),
  script: z.string(),
  /** Head and tail of what the commands printed. */
  log: z.string(),
  /** SHA-256 (hex) of `log`. */
  log_hash: z.string(),
});
export type Proof = z.infer<typeof Proof>;

/** As a run record keeps it. */
export function toRecordedProof(proof: Proof): RecordedProof {
  const code = (phase: ProofStep["phase"]) =>
    proof.steps.findLast((step) => step.phase === phase)?.exit_code ?? 0;
  return {
    id: proof.id,
    image: proof.image,
    commands: [...proof.setup, ...proof.fix, proof.passing],
    exit_code_before: code("before"),
    exit_code_after: code("after"),
    log_hash: proof.log_hash,
  };
}
