import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf, MnemeError } from "../errors.js";
import { GOALS, type Goal } from "../setup/setup.js";

const PitFile = z.object({
  /** What goes wrong, in the words of the benchmark: "missing-system-header". */
  pit: z.string().min(1),
  ecosystem: z.string().min(1),
  goal: z.enum(GOALS).default("install"),
  /** Further pits of the same repository. */
  also: z.array(z.string()).default([]),
});

export const HALVES = ["learn", "test"] as const;

/** One small repository that is known to fail, and how. */
export interface SetupCase {
  half: (typeof HALVES)[number];
  /** Name of its folder. */
  name: string;
  pit: string;
  also: readonly string[];
  ecosystem: string;
  goal: Goal;
  /** Folder of the repository's files. */
  repository: string;
}

/** Reads `learn/<name>/` and `test/<name>/`, each with `pit.json` and `repo/`. `only`: a pattern with `*` over "half/name". */
export function readSetupCorpus(folder: string, only: string | null): SetupCase[] {
  const cases = HALVES.flatMap((half) =>
    namesIn(join(folder, half)).map((name) => readCase(folder, half, name)),
  );
  if (cases.length === 0)
    throw new MnemeError(
      "bad_input",
      `${folder}: holds neither learn/<name>/pit.json nor test/<name>/pit.json. Give the folder of a set-up benchmark.`,
    );
  const wanted = only === null ? cases : cases.filter(({ half, name }) => fits(`${half}/${name}`, only));
  if (wanted.length === 0)
    throw new MnemeError("bad_input", `--only ${only ?? ""}: none of the ${cases.length} cases fits.`);
  return wanted;
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, encoding: "utf8" });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function readCase(folder: string, half: SetupCase["half"], name: string): SetupCase {
  const file = join(folder, half, name, "pit.json");
  const repository = join(folder, half, name, "repo");
  try {
    const { pit, also, ecosystem, goal } = PitFile.parse(JSON.parse(readFileSync(file, "utf8")));
    if (!statSync(repository).isDirectory()) throw new Error("repo/ is no folder");
    return { half, name, pit, also, ecosystem, goal, repository };
  } catch (error) {
    throw new MnemeError("bad_input", `${file}: ${messageOf(error)}. See eval/README.md for the layout.`);
  }
}

/** `*` stands for any characters; a pattern without a half fits both. */
export function fits(path: string, pattern: string): boolean {
  const text = pattern.includes("/") ? path : path.slice(path.indexOf("/") + 1);
  const parts = pattern.split("*");
  if (parts.length === 1) return text === pattern;
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
