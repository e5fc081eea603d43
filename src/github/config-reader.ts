import { createHash } from "node:crypto";
import {
  type ConfigMistake,
  MAX_CONFIG_BYTES,
  parseRepositoryConfig,
  type ParsedConfig,
  tooLarge,
} from "../config/repository/parse-config.js";
import {
  type ConfigLayer,
  policyFrom,
  type PolicyDefaults,
  type RepositoryPolicy,
} from "../config/repository/policy.js";
import { CONFIG_PATH } from "../config/repository/repository-config.js";
import { isMnemeError, messageOf } from "../errors.js";
import type { Log } from "../log.js";
import type { FileReader, RepositoryAddress } from "./forge.js";

/** A change takes effect within this time: GitHub tells of no push, as mneme has no need of them. */
const CACHE_MS = 60_000;
const MAX_CACHED = 5_000;
/** Files that extend each other, at most. */
const MAX_LAYERS = 4;
const ORGANIZATION_REPOSITORY = ".github";

/** A file that has mistakes. */
export interface FaultyFile {
  /** "octo/site" */
  repo: string;
  path: string;
  mistakes: ConfigMistake[];
  /** Changes with the text. */
  version: string;
}

export interface ReadPolicy {
  policy: RepositoryPolicy;
  faulty: FaultyFile[];
}

interface ReadFileOptions {
  files: FileReader;
  defaults: PolicyDefaults;
  log: Log;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

interface KnownFile {
  /** Null: there is none. */
  text: string | null;
  isTooLarge: boolean;
  etag: string | null;
  until: number;
}

/** What holds in a repository: its own file over those that it extends, over the organisation's, over the server's. */
export class ConfigReader {
  readonly #options: ReadFileOptions;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownFile>();

  constructor(options: ReadFileOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Throws what the forge throws, but for files that are absent or out of reach: those say nothing. */
  async policyOf(address: RepositoryAddress): Promise<ReadPolicy> {
    const [owner = ""] = address.repo.split("/");
    const faulty: FaultyFile[] = [];
    const layers: ConfigLayer[] = [];
    const seen = new Set<string>();
    /** Those that are being extended: to come back to one of them is a circle. */
    const open = new Set<string>();
    const take = async (place: FilePlace): Promise<ReadLayer> => {
      seen.add(keyOf(place));
      open.add(keyOf(place));
      const layer = await this.#read(address.installation, place, owner);
      layers.unshift({ config: layer.parsed.config, isOrganization: layer.isOrganization });
      const extended = extendedBy(layer, owner);
      if (extended !== null) {
        const why = await whyNotExtended(extended);
        if (why !== null) layer.parsed.mistakes.push(mistakenExtends(layer, why));
      }
      open.delete(keyOf(place));
      if (layer.parsed.mistakes.length > 0) faulty.push(faultyFile(place, layer));
      return layer;
    };
    const whyNotExtended = async (place: FilePlace): Promise<Why | null> => {
      const { repo, path } = place;
      if (open.has(keyOf(place)))
        return {
          problem: `${path} in ${repo} builds on this file, or is this file`,
          remedy: "let one of them go without `_extends`",
        };
      if (seen.has(keyOf(place))) return null;
      if (layers.length >= MAX_LAYERS)
        return {
          problem: `more than ${String(MAX_LAYERS)} files build on each other, so ${path} in ${repo} is not read`,
          remedy: "build on fewer files",
        };
      const below = await take(place);
      if (below.text !== null || below.isTooLarge) return null;
      return {
        problem: `there is no ${path} in ${repo} that mneme may read`,
        remedy: "write the file, or let mneme into that repository",
      };
    };
    await take({ repo: address.repo, path: CONFIG_PATH });
    const organization = { repo: `${owner}/${ORGANIZATION_REPOSITORY}`, path: CONFIG_PATH };
    if (!seen.has(keyOf(organization))) await take(organization);
    return { policy: policyFrom(this.#options.defaults, layers), faulty };
  }

  async #read(installation: string, place: FilePlace, owner: string): Promise<ReadLayer> {
    const isOrganization = place.repo.toLowerCase() === `${owner}/${ORGANIZATION_REPOSITORY}`.toLowerCase();
    const { text, isTooLarge } = await this.#fetch(installation, place);
    const parsed = isTooLarge
      ? tooLarge()
      : parseRepositoryConfig(text ?? "", isOrganization ? "organization" : "repository");
    return { parsed, text, isTooLarge, isOrganization };
  }

  async #fetch(installation: string, place: FilePlace): Promise<KnownFile> {
    const key = `${installation} ${keyOf(place)}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#now()) return known;
    const fetched = await this.#ask(installation, place, known);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    this.#known.set(key, fetched);
    return fetched;
  }

  async #ask(
    installation: string,
    { repo, path }: FilePlace,
    known: KnownFile | undefined,
  ): Promise<KnownFile> {
    const absent = { text: null, isTooLarge: false, etag: null, until: this.#now() + CACHE_MS };
    try {
      const options = { maxBytes: MAX_CONFIG_BYTES, etag: known?.etag ?? null };
      const read = await this.#options.files.readFile({ installation, repo }, path, options);
      if (read.state === "unchanged" && known !== undefined) return { ...known, until: absent.until };
      if (read.state !== "read") return absent;
      return { ...absent, text: read.text, isTooLarge: read.text === null, etag: read.etag };
    } catch (error) {
      if (!isMnemeError(error, "not_permitted")) throw error;
      this.#options.log.warn({ repo, path, reason: messageOf(error) }, "configuration may not be read");
      return absent;
    }
  }
}

interface FilePlace {
  repo: string;
  path: string;
}

interface ReadLayer {
  parsed: ParsedConfig;
  /** Null: there is no such file, or it is too large. */
  text: string | null;
  isTooLarge: boolean;
  isOrganization: boolean;
}

/** Only of the same owner: nobody else may say what holds here. */
function extendedBy({ parsed }: ReadLayer, owner: string): FilePlace | null {
  const named = parsed.config._extends;
  if (named === undefined) return null;
  const [name = "", path = CONFIG_PATH] = named.split(":");
  return { repo: `${owner}/${name}`, path };
}

type Why = Pick<ConfigMistake, "problem" | "remedy">;

/** The mistake of a file that builds on one that cannot be had. */
function mistakenExtends({ text }: ReadLayer, why: Why): ConfigMistake {
  return {
    line:
      Math.max(
        0,
        (text ?? "").split("\n").findIndex((line) => line.includes("_extends")),
      ) + 1,
    key: "_extends",
    ...why,
  };
}

function faultyFile(place: FilePlace, { parsed, text }: ReadLayer): FaultyFile {
  const version = createHash("sha256")
    .update(`${keyOf(place)}\n${text ?? ""}`)
    .digest("hex");
  return { ...place, mistakes: parsed.mistakes, version };
}

function keyOf({ repo, path }: FilePlace): string {
  return `${repo.toLowerCase()}:${path}`;
}
