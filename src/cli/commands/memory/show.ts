import type { Command } from "commander";
import { meanOf } from "../../../memory/confidence.js";
import type { FailureCase } from "../../../failures/failure-case.js";
import type { Episode } from "../../../memory/episode.js";
import type { Experience } from "../../../memory/experience.js";
import type { AppendedFact } from "../../../memory/log/episode-log.js";
import { createOutput, type Output } from "../../output.js";
import { formatTable } from "../../table.js";
import { findEpisode, type MemoryOptions, readerOf, useMemory, withMemoryOptions } from "./open-memory.js";
import { oneLine } from "./tell-episodes.js";

const WIDTH = 200;
const MOST_LINES = 20;

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
  const rows: [string, string[]][] = [
    ["id", [episode.id]],
    ["thread", [episode.thread]],
    ["kind", [episode.kind]],
    ["status", [episode.status + (episode.resolved_by === undefined ? "" : ` by ${episode.resolved_by}`)]],
    ["summary", linesOf(episode.summary)],
    ["symptoms", episode.symptoms],
    ["command", linesOf(action?.command ?? "")],
    ["outcome", outcome === undefined ? [] : [worked(outcome), ...linesOf(outcome.excerpt)]],
    ["failure", failureLines(outcome?.failure_case)],
    ["environment", environmentLines(episode.environment)],
    ["entities", [episode.entities.map(({ kind, value }) => `${kind}:${value}`).join(", ")]],
    ["tags", [episode.tags.join(", ")]],
    ["confidence", [episode.confidence.toFixed(3)]],
    ["gold", episode.gold === undefined ? [] : [`by ${episode.gold.by} at ${episode.gold.at}`]],
    [
      "counters",
      [
        `exposed ${counters.exposed}, adopted ${counters.adopted}, helped ${counters.helped}, failed ${counters.failed}`,
      ],
    ],
    ["source", [`${provenance.source} (${provenance.author_role}) ${provenance.url}`]],
    ["links", episode.links.map(({ type, to }) => `${type} ${to}`)],
    ["created", [episode.created_at]],
  ];
  const told = rows.flatMap(([field, lines]) =>
    lines
      .map((line) => oneLine(line, WIDTH))
      .filter((line) => line !== "")
      .map((line, place) => [place === 0 ? field : "", line]),
  );
  output.line(formatTable(["field", "value"], told));
}

/** As they stand, without empty ones; of many, the first. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), "…"];
}

function worked({ success, exit_code }: NonNullable<Episode["outcome"]>): string {
  const said = success ? "worked" : "failed";
  return typeof exit_code === "number" ? `${said}, exit code ${exit_code}` : said;
}

function failureLines(failure: FailureCase | undefined): string[] {
  if (failure === undefined) return [];
  const { error_type, code, ecosystem, stage, root_line, fingerprint } = failure;
  const what = [error_type, code, ecosystem, stage].filter((part) => part !== null);
  return [what.join(" · "), root_line, `fingerprint ${fingerprint}`];
}

function environmentLines(environment: Episode["environment"]): string[] {
  const { runtimes, package_managers, software, ...single } = environment;
  const named = Object.entries({ ...runtimes, ...package_managers, ...software });
  const versions = named.map(([name, { value }]) => `${name} ${value}`);
  const values = Object.entries(single).map(([name, fact]) => `${name} ${fact?.value ?? ""}`);
  return [[...values, ...versions].join(", ")];
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
