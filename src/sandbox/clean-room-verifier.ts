import type { RecordedProof } from "../run-record.js";
import { toRecordedProof, type Proof } from "./proof.js";
import type { Sandbox, SandboxSpec } from "./sandbox.js";
import { verifyFix, type VerificationOutcome } from "./verify.js";

/** Proves fixes for a run, and hands each proof to whoever keeps them. */
export class CleanRoomVerifier {
  private readonly sandbox: Sandbox;
  private readonly spec: Omit<SandboxSpec, "run_id">;
  private readonly keep: (proof: Proof) => Promise<void>;

  constructor(sandbox: Sandbox, spec: Omit<SandboxSpec, "run_id">, keep: (proof: Proof) => Promise<void>) {
    this.sandbox = sandbox;
    this.spec = spec;
    this.keep = keep;
  }

  async verify(
    request: { run_id: string; setup: readonly string[]; failing: string; fix: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ outcome: VerificationOutcome; proof: RecordedProof | null; summary: string; output: string }> {
    const { run_id, ...rest } = request;
    const result = await verifyFix(
      this.sandbox,
      { spec: { ...this.spec, run_id }, populate: null, ...rest },
      signal,
    );
    if (result.proof !== null) await this.keep(result.proof);
    return {
      outcome: result.outcome,
      proof: result.proof === null ? null : toRecordedProof(result.proof),
      summary: result.summary,
      output: result.output,
    };
  }
}
