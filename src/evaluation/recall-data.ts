import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { messageOf, MnemeError } from "../errors.js";

const Document = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  created: z.iso.datetime({ offset: true }),
});

const Query = z.object({
  id: z.string(),
  cluster_earlier: z.array(z.string()),
  firm: z.boolean().default(true),
  mentions_target: z.boolean().default(false),
});

export interface TrackerDocument {
  id: string;
  title: string;
  body: string;
  /** Milliseconds since the epoch. */
  created: number;
}

export interface TrackerQuery {
  document: TrackerDocument;
  /** Ids of which any is a hit. */
  targets: ReadonlySet<string>;
}

export interface Tracker {
  /** By time. */
  documents: TrackerDocument[];
  /** By time; only firm ones that do not mention their target. */
  queries: TrackerQuery[];
}

/** Reads corpus.jsonl or corpus.jsonl.gz, and queries.jsonl, of a folder. */
export function readTracker(folder: string): Tracker {
  const packed = join(folder, "corpus.jsonl.gz");
  const corpus = existsSync(packed) ? packed : join(folder, "corpus.jsonl");
  const documents = readLines(corpus, Document).map(({ id, title, body, created }) => ({
    id,
    title,
    body: body ?? "",
    created: Date.parse(created),
  }));
  documents.sort((a, b) => a.created - b.created);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const path = join(folder, "queries.jsonl");
  const queries = readLines(path, Query)
    .filter(({ firm, mentions_target }) => firm && !mentions_target)
    .map(({ id, cluster_earlier }) => {
      const document = byId.get(id);
      if (document === undefined) {
        throw new MnemeError("bad_input", `${path}: query ${id} is not in ${corpus}`);
      }
      return { document, targets: new Set(cluster_earlier) };
    });
  if (queries.length === 0) throw new MnemeError("bad_input", `${path} holds no query to measure`);
  return { documents, queries: queries.sort((a, b) => a.document.created - b.document.created) };
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  return readText(path)
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      try {
        return [schema.parse(JSON.parse(line))];
      } catch (error) {
        throw new MnemeError("bad_input", `${path}:${index + 1}: ${messageOf(error).slice(0, 200)}`, {
          cause: error,
        });
      }
    });
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new MnemeError("bad_input", `cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
}
