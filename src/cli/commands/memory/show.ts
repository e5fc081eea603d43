import type { Command } from "commander";
import { meanOf } from "../../../memory/confidence.js";
import type { Episode } from "../../../memory/episode.js";
import type { Experience } from "../../../memory/experience.js";
import type { AppendedFact } from "../../../memory/log/episode-log.js";
import { createOutput, type Output } from "../../output.js";
import { formatTable } from "../../table.js";
import { findEpisode, type MemoryOptions, readerOf, useMemory, withMemoryOptions } from "./open-memory.js";
import { oneLine } from "./tell-episodes.js";

export function addShowCommand(memory: Command): void {
  withMemoryOptions(memory.command("show"))
    .description("one episode with everything that was said of it since, by whom and why")
    .argument("<id>", "the id or its first characters")
    .action(async (id: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const shown = await useMemory(options, async (log) => {
        const episode = await findEpisode(log, options, id);
        const reader = readerOf(episode.scope);
        const experiences = (await log.experiences(reader)).filter(({ evidence }) =>
          evidence.includes(episode.id),
        );
        return { episode, facts: await log.facts(reader, [episode.id]), experiences };
      });
      output.result(shown);
      tellEpisode(output, shown.episode);
      tellFacts(output, shown.facts);
      for (const experience of shown.experiences) tellExperience(output, experience);
    });
}

function tellEpisode(output: Output, episode: Episode): void {
  const { provenance, counters, outcome, action } = episode;
  const rows: [string, string][] = [
    ["id", episode.id],
    ["thread", episode.thread],
    ["kind", episode.kind],
    ["status", episode.status + (episode.resolved_by === undefined ? "" : ` by ${episode.resolved_by}`)],
    ["summary", oneLine(episode.summary, 400)],
    ["symptoms", oneLine(episode.symptoms.join(" · "), 400)],
    ["command", oneLine(action?.command ?? "", 400)],
    [
      "outcome",
      outcome === undefined
        ? ""
        : `${outcome.success ? "worked" : "failed"} ${oneLine(outcome.excerpt, 300)}`,
    ],
    ["fingerprint", outcome?.failure_case?.fingerprint ?? ""],
    ["entities", episode.entities.map(({ kind, value }) => `${kind}:${value}`).join(", ")],
    ["confidence", episode.confidence.toFixed(3)],
    ["gold", episode.gold === undefined ? "" : `by ${episode.gold.by} at ${episode.gold.at}`],
    [
      "counters",
      `exposed ${counters.exposed}, adopted ${counters.adopted}, helped ${counters.helped}, failed ${counters.failed}`,
    ],
    ["source", `${provenance.source} ${provenance.url}`],
    ["links", episode.links.map(({ type, to }) => `${type} ${to}`).join(", ")],
    ["created", episode.created_at],
  ];
  output.line(
    formatTable(
      ["field", "value"],
      rows.filter(([, value]) => value !== ""),
    ),
  );
}

function tellFacts(output: Output, facts: readonly AppendedFact[]): void {
  if (facts.length === 0) return;
  output.line();
  output.line(
    formatTable(
      ["when", "by", "fact", "why", "fact id"],
      facts.map(({ id, fact, attribution, live }) => [
        attribution.at,
        attribution.by,
        `${fact.kind}${live ? "" : " (undone)"} ${detailOf(fact)}`.trimEnd(),
        oneLine(attribution.why, 60),
        id.slice(0, 8),
      ]),
    ),
  );
}

function tellExperience(output: Output, experience: Experience): void {
  const { id, level, symptom_template, fix_template, evidence, alpha, beta } = experience;
  output.line();
  output.line(
    formatTable(
      ["evidence for", id],
      [
        ["level", `${level}, on ${evidence.length} episodes`],
        ["symptom", oneLine(symptom_template, 200)],
        ["fix", oneLine(fix_template.join(" && "), 200)],
        ["belief", `${meanOf({ alpha, beta }).toFixed(2)} (alpha ${alpha}, beta ${beta})`],
      ],
    ),
  );
}

function detailOf(fact: AppendedFact["fact"]): string {
  switch (fact.kind) {
    case "status":
      return fact.status + (fact.resolved_by === undefined ? "" : ` by ${fact.resolved_by}`);
    case "link":
      return `${fact.link.type} ${fact.link.to}`;
    case "gold":
      return fact.gold === null ? "taken back" : "given";
    case "counter":
      return `${fact.counter} in run ${fact.run.slice(0, 8)}`;
    case "evidence":
      return `${fact.weight} (${fact.source})`;
    case "correction":
      return oneLine(fact.summary, 60);
    case "undo":
      return fact.undoes.slice(0, 8);
  }
}
