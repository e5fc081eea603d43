import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type ConfigMistake, parseRepositoryConfig } from "../../config/repository/parse-config.js";
import { MnemeError, messageOf } from "../../errors.js";
import { createOutput, EXIT } from "../output.js";

interface CheckOptions {
  json?: boolean;
  organization?: boolean;
}

export function addConfigCommand(program: Command): void {
  const config = program.command("config").description("a repository's configuration, .github/mneme.yml");
  config
    .command("check")
    .description("every mistake in a configuration file, with its line and what to do")
    .argument("<file>", "the file, such as .github/mneme.yml")
    .option("--organization", "it is the file of an organisation's `.github` repository")
    .option("--json", "print the mistakes and the settings that count")
    .action(check);
}

async function check(file: string, options: CheckOptions): Promise<void> {
  const output = createOutput(options);
  const place = options.organization === true ? "organization" : "repository";
  const { config, mistakes } = parseRepositoryConfig(await readText(file), place);
  const ok = mistakes.length === 0;
  output.result({ file, ok, mistakes, config });
  for (const mistake of mistakes) output.line(`${file}:${tellMistake(mistake)}`);
  output.line(ok ? `${file}: no mistake` : `${mistakes.length} to correct; everything else counts`);
  process.exitCode = ok ? EXIT.done : EXIT.negative;
}

function tellMistake({ line, key, problem, remedy }: ConfigMistake): string {
  return `${line}: ${key === "" ? "" : `${key}: `}${problem}; ${remedy}`;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new MnemeError("bad_input", `cannot read ${file} (${messageOf(error)}): name a configuration file`);
  }
}
