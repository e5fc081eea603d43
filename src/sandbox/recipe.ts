import { shellQuote } from "../util/shell-quote.js";
import { systemPackagesOf } from "./system-packages.js";

export interface Recipe {
  image: string;
  env: Readonly<Record<string, string>>;
  /** In order; system packages are recognised and done as root. */
  commands: readonly string[];
  /** Lines of comment at the head. */
  title: string;
}

/** A Dockerfile that does what was done in the sandbox. */
export function toDockerfile({ image, env, commands, title }: Recipe): string {
  const lines = [`# ${title}`, `FROM ${image}`, "USER root"];
  const packages = commands.flatMap((command) => systemPackagesOf(command) ?? []);
  if (packages.length > 0)
    lines.push(
      `RUN apt-get update && apt-get install -y --no-install-recommends ${unique(packages).join(" ")}`,
    );
  lines.push(
    "WORKDIR /work/repo",
    "RUN chown -R 10001:10001 /work",
    "USER 10001:10001",
    "ENV HOME=/work/home",
  );
  for (const [name, value] of Object.entries(env)) lines.push(`ENV ${name}=${JSON.stringify(value)}`);
  lines.push("COPY --chown=10001:10001 . .");
  for (const command of commands) {
    if (systemPackagesOf(command) === null) lines.push(`RUN ["/bin/bash", "-c", ${JSON.stringify(command)}]`);
  }
  return `${lines.join("\n")}\n`;
}

/** The same as a script for a machine of one's own. */
export function toScript({ env, commands, title }: Recipe): string {
  const lines = ["#!/usr/bin/env bash", `# ${title}`, "set -euo pipefail"];
  for (const [name, value] of Object.entries(env)) lines.push(`export ${name}=${quoteValue(value)}`);
  for (const command of commands) {
    const packages = systemPackagesOf(command);
    lines.push(
      packages === null ? command : `sudo apt-get update && sudo apt-get install -y ${packages.join(" ")}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** A reference to another variable ("$PATH") has to stay one. */
function quoteValue(value: string): string {
  return value.includes("$") ? `"${value.replaceAll('"', '\\"')}"` : shellQuote(value);
}

function unique(values: readonly string[]): string[] {
  return Array.from(new Set(values));
}
