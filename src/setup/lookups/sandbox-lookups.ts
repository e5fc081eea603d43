import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { z } from "zod";
import type { SandboxSession } from "../../sandbox/sandbox.js";
import { shellQuote } from "../../util/shell-quote.js";
import type { Lookups } from "./lookups.js";

const PROGRAM = new URL("../../../sandbox/look-up.py", import.meta.url);
const INDEX = "/usr/lib/mneme/apt-files.gz";
const ANSWER_BYTES = 16 * 1024 * 1024;
const ANSWER_MS = 120_000;

const Strings = z.array(z.string());
const Offer = z.object({
  name: z.string(),
  exists: z.boolean(),
  matching: z.boolean().default(false),
  yanked: z.boolean().default(false),
  newest: z.string().nullable().default(null),
  offers: z.record(z.string(), z.enum(["wheel", "sdist"]).nullable()).default({}),
  versions: Strings.default([]),
  hashes: Strings.nullable().default(null),
});
const NodePackage = z.object({
  versions: z.record(
    z.string(),
    z.object({
      engines: z.record(z.string(), z.string()).optional().catch(undefined),
      peerDependencies: z.record(z.string(), z.string()).optional().catch(undefined),
      peerDependenciesMeta: z
        .record(z.string(), z.object({ optional: z.boolean().optional() }))
        .optional()
        .catch(undefined),
      hasInstallScript: z.boolean().optional(),
      integrity: z.string().nullish(),
    }),
  ),
  tags: z.record(z.string(), z.string()),
});
const Crate = z.object({
  version: z.string(),
  yanked: z.boolean(),
  checksum: z.string(),
  features: Strings,
});
const GoModule = z.object({ declares: z.string().nullable(), versions: Strings });
const Scripts = z.object({ downloads: z.boolean(), compiles: z.boolean() });
const Sources = z.object({ needs: Strings, build: z.string() });

/** Puts the questions to a program that is handed to the sandbox's own Python; the registries' answers are kept. */
export class SandboxLookups implements Lookups {
  #program: Promise<string> | null = null;
  readonly #answers = new Map<string, Promise<unknown>>();
  private readonly session: SandboxSession;
  private readonly onAsk: () => void;

  constructor(session: SandboxSession, onAsk: () => void) {
    this.session = session;
    this.onAsk = onAsk;
  }

  async systemFiles(pattern: string) {
    this.onAsk();
    const command = `zgrep -m 40 -- ${shellQuote(pattern)} ${INDEX}`;
    const result = await this.session.exec(command, { cwd: "/", timeout_ms: 30_000 });
    if (result.exit_code !== 0) return [];
    return result.output.split("\n").flatMap((line) => {
      const [path, name] = line.split(" ");
      return path !== undefined && name !== undefined && /^[a-z0-9][a-z0-9+.-]+$/.test(name)
        ? [{ path, package: name }]
        : [];
    });
  }

  async missing(wanted: readonly string[]) {
    return wanted.length === 0 ? [] : ((await this.#ask("system", wanted, Strings)) ?? []);
  }

  async missingModules(interpreter: string, cwd: string, modules: readonly string[]) {
    if (modules.length === 0) return [];
    return await this.#ask("python-imports", [interpreter, ...modules], Strings.nullable(), cwd);
  }

  async pythonOffers(requirements: readonly string[]) {
    return known(
      await this.#once("python-requirements", requirements, z.record(z.string(), orUnknown(Offer))),
    );
  }

  async pythonConflict(python: string, requirements: readonly string[]) {
    return await this.#once("python-conflict", [python, ...requirements], z.string());
  }

  async pythonSources(pins: readonly string[]) {
    return known(await this.#once("python-sources", pins, z.record(z.string(), orUnknown(Sources))));
  }

  async nodePackages(names: readonly string[]) {
    return known(
      await this.#once("node-packages", names, z.record(z.string(), orUnknown(NodePackage.nullable()))),
    );
  }

  async crates(names: readonly string[]) {
    return known(
      await this.#once("crates", names, z.record(z.string(), orUnknown(z.array(Crate).nullable()))),
    );
  }

  async crateNeeds(helpers: readonly string[]) {
    return await this.#ask("crate-needs", helpers, Strings);
  }

  async goModules(modules: readonly string[]) {
    return known(await this.#once("go-modules", modules, z.record(z.string(), orUnknown(GoModule))));
  }

  async pythonMoved(pins: readonly string[]) {
    return await this.#once("python-moved", pins, z.record(z.string(), z.number()));
  }

  async pythonLibraries(cwd: string) {
    return await this.#ask("python-libraries", [], Strings, cwd);
  }

  async nodeScripts(packages: readonly string[]) {
    return known(await this.#once("node-scripts", packages, z.record(z.string(), orUnknown(Scripts))));
  }

  async mavenVersions(artifacts: readonly string[]) {
    return known(
      await this.#once("maven-versions", artifacts, z.record(z.string(), orUnknown(Strings.nullable()))),
    );
  }

  /** What a registry has does not change during a run. */
  async #once<T>(question: string, words: readonly string[], schema: z.ZodType<T>): Promise<T | null> {
    const key = JSON.stringify([question, words]);
    const before = this.#answers.get(key) as Promise<T | null> | undefined;
    const asked = before ?? this.#ask(question, words, schema);
    this.#answers.set(key, asked);
    const answer = await asked;
    // What an index could not say now it may say after the next failure.
    if (answer === null || hasUnknown(answer)) this.#answers.delete(key);
    return answer;
  }

  async #ask<T>(
    question: string,
    words: readonly string[],
    schema: z.ZodType<T>,
    cwd = ".",
  ): Promise<T | null> {
    this.onAsk();
    this.#program ??= readFile(PROGRAM, "utf8");
    const argv = ["python3", "-c", await this.#program, question, ...words];
    const result = await this.session.exec(argv.map(shellQuote).join(" "), {
      cwd: posix.join(this.session.workdir, cwd),
      timeout_ms: ANSWER_MS,
      max_output_bytes: ANSWER_BYTES,
    });
    const last = result.output.trimEnd().split("\n").at(-1) ?? "";
    if (result.exit_code !== 0 || result.truncated || !/^[[{"n]/.test(last)) return null;
    const parsed = schema.safeParse(parseJson(last));
    return parsed.success ? parsed.data : null;
  }
}

function hasUnknown(answer: unknown): boolean {
  const entries: unknown[] = typeof answer === "object" && answer !== null ? Object.values(answer) : [];
  return entries.some((entry) => typeof entry === "object" && entry !== null && "unknown" in entry);
}

function orUnknown<T>(schema: z.ZodType<T>) {
  return z.union([z.object({ unknown: z.string() }), schema]);
}

/** The entries that an index answered. */
function known<T>(answers: Record<string, { unknown: string } | T> | null): Record<string, T> | null {
  if (answers === null) return null;
  const isKnown = (entry: [string, { unknown: string } | T]): entry is [string, T] =>
    !(typeof entry[1] === "object" && entry[1] !== null && "unknown" in entry[1]);
  return Object.fromEntries(Object.entries(answers).filter(isKnown));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
