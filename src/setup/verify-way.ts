import type { ProofSources } from "../sandbox/proof.js";
import type { SandboxSession } from "../sandbox/sandbox.js";
import { verifyFix, type VerificationResult } from "../sandbox/verify.js";
import type { SetupDependencies, SetupRequest } from "./engine.js";
import type { FailedStep } from "./pits/pit.js";
import type { SetupStep, Way } from "./setup.js";

/** A way that was taken against a failure, and what had been done before it. */
export interface AttemptedWay {
  way: Way;
  failed: FailedStep;
  setup: string[];
}

/** Proves a way in a clean container: the step fails as it did, the way is taken, the step passes. */
export async function verifyWay(
  deps: Pick<SetupDependencies, "sandbox" | "spec">,
  populate: (session: SandboxSession) => Promise<ProofSources>,
  { way, failed, setup }: AttemptedWay,
  step: SetupStep,
  { budget, signal }: Pick<SetupRequest, "budget" | "signal">,
): Promise<VerificationResult> {
  const { kind, steps } = way.strategy;
  return await verifyFix(
    deps.sandbox,
    {
      spec: deps.spec,
      populate,
      setup,
      failing: inFolder(failed.step.command, step),
      fix: (kind === "insert_step" ? steps : steps.slice(0, -1)).map((command) => inFolder(command, step)),
      passing: inFolder(step.command, step),
      timeout_ms: budget.command_ms,
    },
    signal,
  );
}

function inFolder(command: string, step: SetupStep): string {
  return step.cwd === "." ? command : `cd ${step.cwd} && ${command}`;
}
