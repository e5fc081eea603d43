import { isMap, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { messageOf } from "../../errors.js";
import { expectationAt } from "./config-schema.js";
import { nearestWord } from "./nearest-word.js";
import { nestsDeeperThan } from "./yaml-depth.js";
import { RepositoryConfig } from "./repository-config.js";

/** A larger file is not read: nobody writes one by hand. */
export const MAX_CONFIG_BYTES = 32 * 1024;

/** More aliases than a person writes: a few lines could stand for gigabytes. */
const MAX_ALIASES = 50;
const MAX_MISTAKES = 50;
/** mneme's settings nest three deep. */
const MAX_DEPTH = 20;

/** One thing that is wrong in a file, for the person who wrote it. */
export interface ConfigMistake {
  /** 1-based. */
  line: number;
  /** "labels.ask"; empty for the file as a whole. */
  key: string;
  problem: string;
  remedy: string;
}

export interface ParsedConfig {
  /** What is right in the file: a mistake costs its own key, and the rest counts. */
  config: RepositoryConfig;
  mistakes: ConfigMistake[];
}

/**
 * Reads a `mneme.yml`. Never throws: whatever the text is, it ends in settings and mistakes.
 *
 * @param place whose file it is: only the organisation's may say that private repositories share
 */
export function parseRepositoryConfig(text: string, place: "repository" | "organization"): ParsedConfig {
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) return tooLarge();
  const lines = new LineCounter();
  try {
    if (nestsDeeperThan(MAX_DEPTH, text))
      return useless(
        1,
        `the file nests more than ${MAX_DEPTH} deep`,
        "write the settings as the README shows them",
      );
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [broken] = document.errors;
    if (broken !== undefined) {
      const at = lines.linePos(broken.pos[0]).line;
      return useless(
        at,
        `this is no YAML: ${firstLine(broken.message)}`,
        "correct it: nothing of the file counts until then",
      );
    }
    const places = new Places(document, lines);
    const parsed = validate(document.toJS({ maxAliasCount: MAX_ALIASES }), places);
    return place === "organization" ? parsed : withoutShare(parsed, places);
  } catch (error) {
    // Aliases that multiply.
    return useless(
      1,
      `the file cannot be read: ${firstLine(messageOf(error))}`,
      "write plain settings, without anchors",
    );
  }
}

export function tooLarge(): ParsedConfig {
  const limit = `${MAX_CONFIG_BYTES / 1024} KiB`;
  return useless(1, `the file has more than ${limit}`, "keep only mneme's settings in it");
}

function validate(given: unknown, places: Places): ParsedConfig {
  if (given === null || given === undefined) return { config: {}, mistakes: [] };
  if (typeof given !== "object" || Array.isArray(given))
    return useless(1, "the file holds no settings", "write lines such as `mode: mention`");
  const mistakes: ConfigMistake[] = [];
  let left: unknown = given;
  while (mistakes.length <= MAX_MISTAKES) {
    const parsed = RepositoryConfig.safeParse(left);
    if (parsed.success) return { config: parsed.data, mistakes };
    for (const issue of parsed.error.issues) {
      for (const path of pathsOf(issue)) {
        mistakes.push(tell(issue, path, places));
        left = without(left, path);
      }
    }
  }
  return useless(
    1,
    `more than ${MAX_MISTAKES} settings are unknown or wrong`,
    "start from the README's table",
  );
}

/** A repository cannot decide for its neighbours that it may read them. */
function withoutShare({ config, mistakes }: ParsedConfig, places: Places): ParsedConfig {
  const { share, ...rest } = config;
  if (share === undefined) return { config, mistakes };
  const mistake = {
    line: places.lineOf(["share"]),
    key: "share",
    problem: "a single repository cannot say this",
    remedy: "write it into the file of the organisation's `.github` repository",
  };
  return { config: rest, mistakes: [...mistakes, mistake] };
}

/** Unknown keys are one issue of zod's for all of them; each is a mistake of its own. */
function pathsOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  return issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => [...issue.path, key])
    : [[...issue.path]];
}

function tell(issue: z.core.$ZodIssue, path: readonly PropertyKey[], places: Places): ConfigMistake {
  const key = path.map(String).join(".");
  const line = places.lineOf(path);
  if (issue.code !== "unrecognized_keys") {
    const expects = expectationAt(path)?.expects ?? "something else";
    const problem = issue.code === "invalid_format" ? issue.message : "the value is not what belongs here";
    return { line, key, problem, remedy: `write ${expects}` };
  }
  const known = expectationAt(path.slice(0, -1))?.keys ?? [];
  const meant = nearestWord(String(path.at(-1)), known);
  const remedy = meant === null ? `known here: ${known.join(", ")}` : `did you mean \`${meant}\`?`;
  return { line, key, problem: "there is no such setting", remedy };
}

/** A copy of plain data without what stands at the path. */
function without(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (first === undefined || typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.flatMap(([key, child]) => {
      if (key !== String(first)) return [[key, child]];
      return rest.length === 0 ? [] : [[key, without(child, rest)]];
    }),
  );
}

/** Where the keys of a document stand. */
class Places {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** The line of a key, or of the nearest one above it. */
  lineOf(path: readonly PropertyKey[]): number {
    let node: unknown = this.#document.contents;
    let line = 1;
    for (const part of path) {
      if (!isMap(node)) break;
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) break;
      const start = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      if (start !== undefined) line = this.#lines.linePos(start).line;
      node = pair.value;
    }
    return line;
  }
}

function useless(line: number, problem: string, remedy: string): ParsedConfig {
  return { config: {}, mistakes: [{ line, key: "", problem, remedy }] };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
