import type { Command } from "commander";
import { examine, type Finding } from "../../doctor.js";
import { readSettings } from "../../config/settings.js";
import { createOutput, EXIT, type Output } from "../output.js";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("check every connection and say what to fix")
    .option("--json", "print the findings")
    .action(async (options: { json?: boolean }) => {
      const output = createOutput(options);
      const findings = await examine(readSettings(), (name) => output.progress(`checking ${name}`));
      output.progressDone();
      output.result(findings);
      for (const finding of findings) render(finding, output);
      if (findings.some((finding) => finding.state === "broken")) process.exitCode = EXIT.negative;
    });
}

function render(finding: Finding, output: Output): void {
  const { colors } = output;
  const mark = { ok: colors.green("ok    "), off: colors.dim("off   "), broken: colors.red("broken") }[
    finding.state
  ];
  output.line(`${mark}  ${finding.name.padEnd(12)} ${finding.says}`);
  if (finding.remedy !== null)
    output.line(`        ${" ".repeat(12)} ${colors.yellow(`→ ${finding.remedy}`)}`);
}
