import type { PullProgress } from "../../sandbox/docker/pull-image.js";
import type { SetupEvent, SetupReport } from "../../setup/setup.js";
import type { Output } from "../output.js";

export function renderPull({ image, done, layers, bytes, total_bytes }: PullProgress): string {
  const megabytes = (value: number) => (value / 1_000_000).toFixed(0);
  return `  fetching ${image}: ${done} of ${layers} layers, ${megabytes(bytes)} of ${megabytes(total_bytes)} MB`;
}

/** Live progress: what is run is drawn over, what came of it stays. */
export function renderSetupEvent(event: SetupEvent, output: Output): void {
  const { colors } = output;
  switch (event.kind) {
    case "detected":
      output.line(
        `Found: ${event.ecosystems.join(", ") || "nothing that is known"} (${event.steps.length} steps)`,
      );
      return;
    case "recalled":
      output.line(colors.cyan(`  memory (${event.moment}): ${event.why}`));
      return;
    case "running":
      output.progress(`  … ${event.command}`);
      return;
    case "ran": {
      output.progressDone();
      const { ok, command, duration_ms, failure, role } = event.command;
      const mark = ok ? colors.green("✓") : colors.red("✗");
      output.line(
        `${mark} ${command}${role === "step" ? "" : ` (${role})`}  ${(duration_ms / 1000).toFixed(1)} s`,
      );
      if (failure !== null) output.line(colors.red(`    ${failure}`));
      return;
    }
    case "chose":
      output.line(colors.yellow(`  → ${event.way.strategy.rationale}`));
      return;
    case "verified":
      output.line(colors.dim(`  ${event.summary}`));
  }
}

export function renderSetupReport(report: SetupReport, output: Output): void {
  for (const notice of report.notices) output.line(output.colors.yellow(`note: ${notice}`));
  output.line();
  output.line(report.summary);
  const proven = report.failures.flatMap(({ tried }) => tried.flatMap(({ proof }) => proof ?? []));
  if (proven.length > 0) output.line(`Proofs: ${proven.join(", ")} (mneme verify <data>/proofs/<id>.json)`);
  if (report.ok) {
    output.line();
    output.line(report.script);
  }
}
