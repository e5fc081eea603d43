import { execFile } from "node:child_process";
import { lstat, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { isMnemeError, messageOf, MnemeError } from "../errors.js";

const run = promisify(execFile);
const CLONE_MS = 300_000;
const LOOK_EVERY_MS = 300;

export interface FetchedSource extends AsyncDisposable {
  /** Folder on this machine. */
  folder: string;
  /** As it was named, without credentials. */
  origin: string;
  name: string;
}

/**
 * A folder as it is, or a shallow clone of a URL. Nothing of the repository is run: a clone starts no hook. A clone that
 * grows past `maxBytes` is given up then, not when it is whole.
 */
export async function fetchSource(source: string, maxBytes: number): Promise<FetchedSource> {
  if (/^(?:https?|file|git):\/\//.test(source)) return await clone(source, maxBytes);
  const folder = resolve(source);
  const found = await stat(folder).catch(() => null);
  if (found === null)
    throw new MnemeError(
      "bad_input",
      `${source}: there is no such folder. Give the path or the URL of a repository.`,
    );
  if (!found.isDirectory())
    throw new MnemeError("bad_input", `${source}: is a file. Give the path or the URL of a repository.`);
  return { folder, origin: source, name: basename(folder), [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function clone(url: string, maxBytes: number): Promise<FetchedSource> {
  const origin = url.replace(/:\/\/[^/@]*@/, "://");
  const parent = await mkdtemp(join(tmpdir(), "mneme-source-"));
  const folder = join(parent, "source");
  const remove = async () => await rm(parent, { recursive: true, force: true });
  const guards = [
    "-c",
    "core.symlinks=true",
    "-c",
    "protocol.ext.allow=never",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
  ];
  const stop = new AbortController();
  const limit = watchSize(parent, maxBytes, () => stop.abort());
  try {
    await run("git", [...guards, "clone", "--quiet", "--depth", "1", "--no-tags", "--", url, folder], {
      timeout: CLONE_MS,
      signal: stop.signal,
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        GIT_TERMINAL_PROMPT: "0",
        GIT_CONFIG_NOSYSTEM: "0",
        HOME: parent,
      },
    });
    await limit.end();
  } catch (error) {
    await limit.end().catch(() => undefined);
    await remove();
    if (stop.signal.aborted || isMnemeError(error))
      throw new MnemeError(
        "limit_reached",
        `${origin}: the repository is larger than the sandbox's disk of ${Math.floor(maxBytes / 1024 / 1024)} MB; the clone was given up. Raise --disk, or set up a part of it.`,
      );
    throw new MnemeError(
      "bad_input",
      `${origin}: could not be cloned (${messageOf(error).slice(-200)}). Is the address right, and may this machine reach it?`,
    );
  }
  return { folder, origin, name: basename(url.replace(/\/$/, ""), ".git"), [Symbol.asyncDispose]: remove };
}

/** Calls `onOver` once the folder holds more than that. `end` looks a last time, and throws then. */
function watchSize(folder: string, maxBytes: number, onOver: () => void): { end: () => Promise<void> } {
  const isOver = async () => (await sizeOf(folder, maxBytes)) > maxBytes;
  const look = async () => {
    if (await isOver().catch(() => false)) onOver();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    async end() {
      clearInterval(timer);
      if (await isOver())
        throw new MnemeError("limit_reached", `${folder} holds more than ${maxBytes} bytes.`);
    },
  };
}

/** Bytes below a folder; it stops counting where there are too many. Files may come and go meanwhile. */
async function sizeOf(folder: string, enough: number): Promise<number> {
  let total = 0;
  const folders = [folder];
  for (let path = folders.pop(); path !== undefined && total <= enough; path = folders.pop()) {
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) folders.push(full);
      else total += (await lstat(full).catch(() => null))?.size ?? 0;
    }
  }
  return total;
}
