import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { MnemeError } from "../errors.js";
import type { Proof, ProofStep } from "./proof.js";
import { DEFAULT_LIMITS, type Sandbox, type SandboxSession, type TakesArchives } from "./sandbox.js";
import { verifyFix, type VerificationResult } from "./verify.js";

/** Goes through a proof once more, in clean containers of this machine. */
export async function replayProof(
  sandbox: Sandbox,
  proof: Proof,
  onStep: (step: ProofStep) => void,
  signal?: AbortSignal,
): Promise<VerificationResult> {
  if (createHash("sha256").update(proof.log).digest("hex") !== proof.log_hash)
    throw new MnemeError(
      "bad_input",
      "The proof's log does not match its hash: the file was changed after it was made.",
    );
  const { sources } = proof;
  return await verifyFix(
    sandbox,
    {
      spec: {
        run_id: `proof-${proof.id}`,
        image: proof.image,
        network: proof.network,
        limits: DEFAULT_LIMITS,
      },
      populate:
        sources === null
          ? null
          : async (session) => {
              await unpackSources(session, sources);
              return sources;
            },
      setup: proof.setup,
      failing: proof.failing,
      fix: proof.fix,
      passing: proof.passing,
      env: proof.env,
      flaky: proof.rounds > 1,
      onStep,
    },
    signal,
  );
}

async function unpackSources(session: SandboxSession, sources: NonNullable<Proof["sources"]>): Promise<void> {
  if (sources.tar_gz === null)
    throw new MnemeError(
      "bad_input",
      `The proof does not hold its sources (they were too large). Get them from ${sources.origin} and set the project up again.`,
    );
  const tar = gunzipSync(Buffer.from(sources.tar_gz, "base64"));
  if (createHash("sha256").update(tar).digest("hex") !== sources.sha256)
    throw new MnemeError(
      "bad_input",
      "The proof's sources do not match their hash: the file was changed after it was made.",
    );
  if (!takesArchives(session)) throw new MnemeError("unavailable", "This sandbox takes no archives.");
  await session.importTar(Readable.from([tar]));
}

export function takesArchives(session: SandboxSession): session is SandboxSession & TakesArchives {
  return "importTar" in session;
}
