import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { composeSandbox } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { messageOf, MnemeError } from "../../errors.js";
import { checkCommand } from "../../sandbox/policy/check-command.js";
import { Proof } from "../../sandbox/proof.js";
import { replayProof } from "../../sandbox/replay-proof.js";
import { createOutput, EXIT } from "../output.js";

export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("go through a proof again in a clean container: it must fail, be fixed, and pass")
    .argument("<proof>", "the proof's JSON file")
    .option("--json", "print outcome, steps and exit codes")
    .action(async (file: string, options: { json?: boolean }) => {
      const output = createOutput(options);
      const proof = await readProof(file);
      await mustBeAllowed(proof);
      const sandbox = await composeSandbox(readSettings(), "docker");
      const missing = await sandbox.unavailableBecause();
      if (missing !== null) throw new MnemeError("unavailable", missing);
      await sandbox.sweep();
      const result = await replayProof(sandbox, proof, ({ phase, command, exit_code }) =>
        output.line(`${phase.padEnd(6)} exit ${exit_code}  ${command}`),
      );
      output.line(result.summary);
      const { outcome, summary, duration_ms } = result;
      output.result({ id: proof.id, outcome, summary, duration_ms, steps: result.proof?.steps ?? [] });
      process.exitCode = outcome === "verified" ? EXIT.done : EXIT.negative;
    });
}

async function readProof(file: string): Promise<Proof> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `${file}: cannot be read (${messageOf(error)}). Give the JSON file of a proof.`,
    );
  }
  const parsed = Proof.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new MnemeError(
    "bad_input",
    `${file}: is no proof (${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}).`,
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `${file}: is no JSON (${messageOf(error)}). Give the JSON file of a proof.`,
    );
  }
}

/** A proof comes from elsewhere: its commands pass the policy like any other. */
async function mustBeAllowed(proof: Proof): Promise<void> {
  for (const command of [...proof.setup, proof.failing, ...proof.fix, proof.passing]) {
    const { allowed, rule, reason } = await checkCommand(command);
    if (!allowed)
      throw new MnemeError(
        "bad_input",
        `The proof holds "${command}", which is not run (${rule ?? ""}): ${reason ?? ""}`,
      );
  }
}
