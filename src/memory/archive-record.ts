import { z } from "zod";
import { MnemeError } from "../errors.js";
import { Episode, EpisodeLink, EpisodeStatus, Gold } from "./episode.js";
import { Experience } from "./experience.js";
import type { ArchiveRecord } from "./log/episode-log.js";
import { Scope } from "./scope.js";

const about = { episode: z.uuid() };

const Fact = z.discriminatedUnion("kind", [
  z.object({
    ...about,
    kind: z.literal("status"),
    status: EpisodeStatus,
    resolved_by: z.string().exactOptional(),
  }),
  z.object({ ...about, kind: z.literal("link"), link: EpisodeLink }),
  z.object({ ...about, kind: z.literal("gold"), gold: Gold.nullable() }),
  z.object({
    ...about,
    kind: z.literal("counter"),
    counter: z.enum(["exposed", "adopted", "helped", "failed"]),
    run: z.string(),
  }),
  z.object({
    ...about,
    kind: z.literal("evidence"),
    weight: z.enum(["confirmed", "contradicted", "rejected", "reporter_up", "reporter_down"]),
    source: z.string(),
  }),
  z.object({ ...about, kind: z.literal("correction"), summary: z.string() }),
  z.object({ ...about, kind: z.literal("undo"), undoes: z.string() }),
]);

const Attribution = z.object({ by: z.string(), at: z.iso.datetime({ offset: true }), why: z.string() });

const Record = z.discriminatedUnion("type", [
  z.object({ type: z.literal("episode"), episode: Episode }),
  z.object({
    type: z.literal("fact"),
    fact: z.object({ id: z.string().min(1), scope: Scope, fact: Fact, attribution: Attribution }),
  }),
  z.object({ type: z.literal("experience"), scope: Scope, experience: Experience }),
  z.object({ type: z.literal("forgotten"), scope: Scope, episode_id: z.uuid(), attribution: Attribution }),
]);

/** Editors put it at a file's beginning. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * Reads an export line by line. Throws MnemeError("bad_input") that names `name:line` at the first line that cannot be
 * used, as is a fact about an episode that neither a line before it holds nor `known` has.
 */
export async function* readArchive(
  lines: Iterable<string> | AsyncIterable<string>,
  name: string,
  known: (episodeId: string) => boolean = () => false,
): AsyncGenerator<ArchiveRecord> {
  const episodes = new Set<string>();
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const line = number === 1 ? text.replace(BYTE_ORDER_MARK, "") : text;
    if (line.trim() === "") continue;
    const place = `${name}:${number}`;
    const record = parseLine(line, place);
    if (record.type === "episode") episodes.add(record.episode.id);
    if (record.type === "fact") {
      const { episode } = record.fact.fact;
      if (!episodes.has(episode) && !known(episode))
        throw broken(place, `a fact about episode ${episode}, which no line before it holds`);
    }
    yield record;
  }
}

function parseLine(line: string, place: string): ArchiveRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw broken(place, "not a whole line of JSON");
  }
  const parsed = Record.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path = [], message = "not a record of an export" } = parsed.error.issues[0] ?? {};
  throw broken(place, [path.join("."), message].filter((part) => part !== "").join(": "));
}

function broken(place: string, what: string): MnemeError {
  return new MnemeError(
    "bad_input",
    `${place}: ${what}; nothing was imported: mend or remove the line, or export the memory anew`,
  );
}
