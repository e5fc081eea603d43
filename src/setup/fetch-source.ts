import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { messageOf, MnemeError } from "../errors.js";

const run = promisify(execFile);
const CLONE_MS = 300_000;

export interface FetchedSource extends AsyncDisposable {
  /** Folder on this machine. */
  folder: string;
  /** As it was named, without credentials. */
  origin: string;
  name: string;
}

/** A folder as it is, or a shallow clone of a URL. Nothing of the repository is run: a clone starts no hook. */
export async function fetchSource(source: string): Promise<FetchedSource> {
  if (/^(?:https?|file|git):\/\//.test(source)) return await clone(source);
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

async function clone(url: string): Promise<FetchedSource> {
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
  try {
    await run("git", [...guards, "clone", "--quiet", "--depth", "1", "--no-tags", "--", url, folder], {
      timeout: CLONE_MS,
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        GIT_TERMINAL_PROMPT: "0",
        GIT_CONFIG_NOSYSTEM: "0",
        HOME: parent,
      },
    });
  } catch (error) {
    await remove();
    throw new MnemeError(
      "bad_input",
      `${origin}: could not be cloned (${messageOf(error).slice(-200)}). Is the address right, and may this machine reach it?`,
    );
  }
  return { folder, origin, name: basename(url.replace(/\/$/, ""), ".git"), [Symbol.asyncDispose]: remove };
}
