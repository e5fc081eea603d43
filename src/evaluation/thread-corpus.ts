import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { MnemeError, messageOf } from "../errors.js";
import { parseThreadFile } from "../thread/read-thread-file.js";
import type { Thread } from "../thread/thread.js";

export const ExpectedFacts = z.object({
  os: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  os_family: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  arch: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  versions: z
    .record(z.string(), z.string())
    .nullish()
    .transform((value) => value ?? {}),
  errors: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
});
export type ExpectedFacts = z.infer<typeof ExpectedFacts>;

const Related = z.array(
  z.object({ members: z.array(z.object({ thread: z.string(), created_at: z.string().nullish() })) }),
);

export interface CorpusThread {
  /** File name without its ending. */
  id: string;
  thread: Thread;
  /** null: not labelled. */
  expected: ExpectedFacts | null;
}

export interface ThreadCorpus {
  threads: CorpusThread[];
  /** Ids of threads about the same fault, earliest first. */
  groups: string[][];
}

/** A folder of recorded threads (`facts_expected` where labelled), with `related.json` in it or beside it. */
export async function readThreadCorpus(folder: string): Promise<ThreadCorpus> {
  const names = (await listFolder(folder)).filter(
    (name) => name.endsWith(".json") && name !== "related.json",
  );
  if (names.length === 0)
    throw new MnemeError("bad_input", `${folder} holds no recorded thread: give a folder of *.json files`);
  const threads = await Promise.all(
    names.toSorted().map(async (name) => await readThread(join(folder, name))),
  );
  return { threads, groups: await readGroups(folder) };
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new MnemeError("bad_input", `${folder} cannot be listed (${messageOf(error)}): give a folder`);
  }
}

async function readThread(path: string): Promise<CorpusThread> {
  const text = await readFile(path, "utf8");
  const thread = parseThreadFile(text, path);
  const labels = z.object({ facts_expected: ExpectedFacts.nullish() }).safeParse(JSON.parse(text));
  if (!labels.success)
    throw new MnemeError("bad_input", `${path} is wrong at facts_expected: correct it, or leave it out`);
  return { id: basename(path, ".json"), thread, expected: labels.data.facts_expected ?? null };
}

async function readGroups(folder: string): Promise<string[][]> {
  for (const path of [join(folder, "related.json"), join(folder, "..", "related.json")]) {
    const text = await readFile(path, "utf8").catch(() => null);
    if (text === null) continue;
    const related = Related.safeParse(parseJson(text, path));
    if (!related.success)
      throw new MnemeError("bad_input", `${path} is no list of groups with members: correct it`);
    return related.data.map(({ members }) =>
      members
        .toSorted((a, b) => (a.created_at ?? "").localeCompare(b.created_at ?? ""))
        .map(({ thread }) => thread),
    );
  }
  return [];
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MnemeError("bad_input", `${path} is not valid JSON (${messageOf(error)}): correct it`);
  }
}
