import type { Recalled } from "../../recall/recalled.js";
import { spokesmanOf } from "../../memory/episode.js";

/** Small words for reasoning: what a memory is worth and where it comes from, as a person would say it. */
export function describeMemory(memory: Recalled): string {
  const { episode } = memory;
  const best = spokesmanOf(memory);
  const parts = [
    best.gold === undefined ? null : "gold",
    episode.thread,
    SOURCE_WORDS[best.provenance.source],
    `confidence ${best.confidence.toFixed(2)}`,
    memory.environment_match === "match" ? "same environment" : null,
    memory.environment_match === "mismatch" ? `differs: ${memory.differences.join("; ")}` : null,
  ];
  return `${memory.label} (${parts.filter((part) => part !== null && part !== "").join(", ")})`;
}

const SOURCE_WORDS: Readonly<Record<Recalled["episode"]["provenance"]["source"], string>> = {
  sandbox_verified: "verified in a clean container",
  sandbox: "seen in the sandbox",
  maintainer: "by a maintainer",
  reporter: "by its reporter",
  participant: "by a participant",
  inference: "inferred",
  import: "imported",
};

export function firstLine(text: string, length = 240): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

export function sentence(text: string): string {
  const trimmed = text.trim().replace(/:$/, "");
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Before commands that speak for themselves. */
export const RUN_THIS = "Run this, then the failing command again.";
