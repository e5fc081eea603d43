import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { messageOf, MnemeError } from "../errors.js";
import type { ProofSources } from "../sandbox/proof.js";

/** Folders that are made again, and are never part of what is set up. */
const LEFT_OUT = new Set([
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  "target",
  ".gradle",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
]);
const MOST_FILES = 50_000;
const MOST_READ = 1_000_000;
/** Folders below the root whose texts are read, and how much text in all. */
const DEEPEST = 8;
const MOST_TEXT = 32_000_000;
/** Sources up to this size, compressed, are kept in a proof. */
const MOST_KEPT = 1_500_000;

/** The same for all, so that equal sources have equal hashes; no archive format is too young for it (ZIP begins in 1980). */
const WRITTEN = new Date("2000-01-01T00:00:00Z");

interface Entry {
  path: string;
  kind: "file" | "link";
  size: number;
  mode: number;
  target?: string;
}

/** A repository on this machine, read-only: its file list, its texts, and its whole as a tar. */
export class ProjectFiles {
  readonly root: string;
  readonly origin: string;
  readonly bytes: number;
  readonly #entries: readonly Entry[];
  readonly #byPath: ReadonlyMap<string, Entry>;
  readonly #texts = new Map<string, string | null>();
  #tar: Buffer | null = null;

  private constructor(
    root: string,
    origin: string,
    entries: readonly Entry[],
    texts: ReadonlyMap<string, string>,
  ) {
    this.root = root;
    this.origin = origin;
    this.#entries = entries;
    this.#byPath = new Map(entries.map((entry) => [entry.path, entry]));
    this.bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    for (const [path, text] of texts) this.#texts.set(path, text);
  }

  /** Reads the file list and the small texts at once. `maxBytes`: what the sandbox's disk can take. */
  static async open(root: string, origin: string, maxBytes: number): Promise<ProjectFiles> {
    const entries: Entry[] = [];
    await list(root, "", entries);
    const bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (bytes > maxBytes)
      throw new MnemeError(
        "limit_reached",
        `${origin}: the repository has ${megabytes(bytes)} MB, the sandbox's disk ${megabytes(maxBytes)}. Raise --disk, or set up a part of it.`,
      );
    return new ProjectFiles(root, origin, entries, await readTexts(root, entries));
  }

  get paths(): string[] {
    return this.#entries.map((entry) => entry.path);
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** True for a file that was committed with the right to be run. */
  isExecutable(path: string): boolean {
    return ((this.#byPath.get(path)?.mode ?? 0) & 0o111) !== 0;
  }

  /** The text of a file; null where there is none, or none that is small enough to be read. */
  text(path: string): string | null {
    return this.#texts.get(path) ?? null;
  }

  /** Names in one folder of the repository. */
  names(folder: string): string[] {
    const prefix = folder === "." ? "" : `${folder}/`;
    return this.paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  }

  async tar(): Promise<Buffer> {
    this.#tar ??= await packEntries(this.root, this.#entries);
    return this.#tar;
  }

  async sources(): Promise<ProofSources> {
    const tar = await this.tar();
    // What could not become small enough is not even tried: it would take minutes.
    const compressed = tar.length <= MOST_KEPT * 40 ? gzipSync(tar) : null;
    const kept = compressed !== null && compressed.length <= MOST_KEPT ? compressed.toString("base64") : null;
    return { sha256: createHash("sha256").update(tar).digest("hex"), tar_gz: kept, origin: this.origin };
  }
}

async function list(root: string, folder: string, entries: Entry[]): Promise<void> {
  let names;
  try {
    names = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `${root}: cannot be read as a folder (${messageOf(error)}). Give the path of a repository.`,
    );
  }
  for (const name of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(name.name) && name.isDirectory()) continue;
    const path = posix.join(folder, name.name);
    if (name.isDirectory()) await list(root, path, entries);
    else if (name.isFile()) {
      const { size, mode } = await lstat(join(root, path));
      entries.push({ path, kind: "file", size, mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
    } else if (name.isSymbolicLink()) {
      entries.push({ path, kind: "link", size: 0, mode: 0o777, target: await readlink(join(root, path)) });
    }
    if (entries.length > MOST_FILES)
      throw new MnemeError("limit_reached", `${root}: more than ${MOST_FILES} files. Set up a part of it.`);
  }
}

/** Texts that detection may want: those near the root first, none that is large. */
async function readTexts(root: string, entries: readonly Entry[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const depthOf = ({ path }: Entry) => path.split("/").length - 1;
  let total = 0;
  for (const entry of entries.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const { path, kind, size } = entry;
    if (kind !== "file" || size > MOST_READ || depthOf(entry) > DEEPEST || total + size > MOST_TEXT) continue;
    if (/\.(?:png|jpe?g|gif|ico|woff2?|ttf|zip|gz|jar|whl|pdf|so|exe|bin)$/i.test(path)) continue;
    total += size;
    texts.set(path, await readFile(join(root, path), "utf8"));
  }
  return texts;
}

async function packEntries(root: string, entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  const chunks: Buffer[] = [];
  archive.on("data", (chunk) => chunks.push(chunk as Buffer));
  const ended = new Promise<void>((resolve, reject) => {
    archive.on("end", () => resolve());
    archive.on("error", reject);
  });
  for (const { path, kind, mode, target } of entries) {
    const header = { name: path, mode, uid: 10_001, gid: 10_001, mtime: WRITTEN };
    if (kind === "link") archive.entry({ ...header, type: "symlink", linkname: target ?? "" });
    else archive.entry(header, await readFile(join(root, path)));
  }
  archive.finalize();
  await ended;
  return Buffer.concat(chunks);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
