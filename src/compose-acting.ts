import type { ActDeps } from "./acting/actor.js";
import type { LogParser } from "./compose-model.js";
import { redact } from "./memory/redaction.js";
import { CleanRoomVerifier } from "./sandbox/clean-room-verifier.js";
import { checkCommand } from "./sandbox/policy/check-command.js";
import type { Proof } from "./sandbox/proof.js";

export interface ActingParts extends Pick<
  ActDeps,
  "sandbox" | "spec" | "recall" | "setUp" | "web" | "cloneHosts"
> {
  parseLog: LogParser;
  keepProof: (proof: Proof) => Promise<void>;
}

/** What acts in a run: under the policy, redacted, proved in a clean container. */
export function composeActing({ parseLog, keepProof, ...parts }: ActingParts): ActDeps {
  return {
    ...parts,
    checkCommand,
    redact: (text) => redact(text).text,
    // a command is read only where it failed; its own exit code is added by who ran it
    parseLog: (text, command, meter) =>
      parseLog(text, command === null ? {} : { command, exitCode: 1 }, meter),
    verifier: new CleanRoomVerifier(parts.sandbox, parts.spec, keepProof),
  };
}
