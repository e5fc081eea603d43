import { createHash } from "node:crypto";
import { type Command, Option } from "commander";
import { episodeId } from "../../../chain/episode-id.js";
import { emptyEnvironment } from "../../../environment/environment.js";
import { CONFIDENCE } from "../../../memory/confidence.js";
import { type Episode, EPISODE_SCHEMA_VERSION, EpisodeKind, noCounters } from "../../../memory/episode.js";
import { ADDED_BY_HAND } from "../../../memory/reconciliation.js";
import type { Scope } from "../../../memory/scope.js";
import { MnemeError } from "../../../errors.js";
import { createOutput } from "../../output.js";
import {
  attributionOf,
  type MemoryOptions,
  readerOf,
  scopesOf,
  someText,
  useMemory,
  withAttribution,
  withMemoryOptions,
} from "./open-memory.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";

interface AddOptions extends MemoryOptions {
  kind: EpisodeKind;
  thread: string;
  command?: string;
  symptom: string[];
  tag: string[];
  private?: boolean;
  source: "maintainer" | "participant";
}

export function addAddCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("add")))
    .description("remember something that you know")
    .argument("<summary>", "what to remember, in a sentence", someText("summary"))
    .requiredOption("--thread <owner/name#n>", "the issue that it belongs to", threadName)
    .addOption(new Option("--kind <kind>", "what it is").choices(EpisodeKind.options).default("note"))
    .option("--command <command>", "the command that it is about")
    .option("--symptom <line>", "a line by which the fault shows; may be given again", collect, [])
    .option("--tag <tag>", "may be given again", collect, [])
    .option("--private", "for a repository that is not known yet: it is private")
    .addOption(
      new Option("--source <source>", "whose word it is; only a maintainer's command may be run")
        .choices(["maintainer", "participant"])
        .default("maintainer"),
    )
    .action(async (summary: string, options: AddOptions) => {
      const output = createOutput(options);
      const { id, isNew } = await useMemory(options, (log) => add(log, summary, options), { isNew: true });
      output.result({ id, new: isNew });
      output.line(`${isNew ? "remembered" : "known already"} as ${id}`);
    });
}

function threadName(text: string): string {
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}#\d{1,9}$/.test(text))
    throw new MnemeError("bad_input", `--thread ${text}: write it as owner/name#12`);
  return text;
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function add(
  log: OpenedEpisodeLog,
  summary: string,
  options: AddOptions,
): Promise<{ id: string; isNew: boolean }> {
  const made = await makeEpisode(log, summary, options);
  const { added } = await log.append([made]);
  const [held] = await log.get(readerOf(made.scope), [made.id]);
  if (held === undefined)
    throw new MnemeError("bad_input", `this was forgotten for good as ${made.id}: say it in other words`);
  return { id: made.id, isNew: added === 1 };
}

async function makeEpisode(log: OpenedEpisodeLog, summary: string, options: AddOptions): Promise<Episode> {
  const { by, at } = attributionOf(options, "");
  const scope = await scopeOf(log, options);
  const text_hash = createHash("sha256")
    .update(`${by}\n${summary}\n${options.command ?? ""}`)
    .digest("hex");
  const seq = 1 + Math.max(-1, ...(await log.chain(scope, options.thread)).map((episode) => episode.seq));
  return {
    id: episodeId({ scope, thread: options.thread, comment_id: ADDED_BY_HAND, text_hash, ordinal: 0 }),
    scope,
    thread: options.thread,
    seq,
    kind: options.kind,
    summary,
    symptoms: options.symptom,
    ...(options.command === undefined
      ? {}
      : { action: { action: "reported", parameters: {}, command: options.command } }),
    environment: emptyEnvironment(),
    entities: [],
    tags: [...options.tag, `added-by:${by}`],
    // A resolution that stands open is one in doubt.
    status: options.kind === "resolution" ? "located" : "open",
    links: [],
    confidence: CONFIDENCE.priorMean[options.source],
    provenance: {
      source: options.source,
      url: "",
      comment_id: ADDED_BY_HAND,
      author_role: options.source,
      quoted_text_hash: text_hash,
    },
    counters: noCounters(),
    created_at: at,
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}

/** The scope of the repository if it is known; else one of its own, as recorded threads have. */
async function scopeOf(log: OpenedEpisodeLog, options: AddOptions): Promise<Scope> {
  const repo = options.repo ?? options.thread.slice(0, options.thread.indexOf("#"));
  const tenants = await log.tenants();
  if (tenants.length > 0) {
    const [known] = await scopesOf(log, { repo }).catch(() => []);
    if (known !== undefined) return known;
  }
  return { installation: "0", repository: repo, visibility: options.private === true ? "private" : "public" };
}
