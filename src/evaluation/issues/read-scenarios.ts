import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { messageOf, MnemeError } from "../../errors.js";
import { readFamily, type Scenario } from "./scenario.js";

/** All families of a folder of YAML or JSON files, in the order of their names. */
export async function readScenarios(folder: string): Promise<Scenario[]> {
  const names = (await list(folder)).filter((name) => /\.(?:ya?ml|json)$/.test(name)).toSorted();
  if (names.length === 0)
    throw new MnemeError("bad_input", `${folder} holds no scenarios: give a folder of *.yaml files`);
  const families = await Promise.all(
    names.map(async (name) => readFamily(await readData(join(folder, name)), join(folder, name))),
  );
  return numbered(families.flat());
}

/** Numbers are unique in a repository: families may share one. */
function numbered(scenarios: readonly Scenario[]): Scenario[] {
  const last = new Map<string, number>();
  return scenarios.map((scenario) => {
    const number = (last.get(scenario.repo) ?? 0) + 1;
    last.set(scenario.repo, number);
    return { ...scenario, number };
  });
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new MnemeError("bad_input", `${folder}: ${messageOf(error)}; give a folder of scenarios`, {
      cause: error,
    });
  }
}

async function readData(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new MnemeError("bad_input", `${file}: ${messageOf(error)}`, { cause: error });
  }
}
