import { posix } from "node:path";
import type { Lookups, PythonOffer } from "../lookups/lookups.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep } from "../setup.js";

/** Interpreters of the sandbox image, the default one first. */
export const PYTHONS = ["3.13", "3.11", "3.9"];
const MOST = 60;

/** One line of a requirements file, or one entry of a project's dependencies, options and hashes taken off. */
export interface Requirement {
  text: string;
  /** The file that it stands in, relative to the step's folder. */
  file: string;
}

/** The same with the lines of constraint files ("-c constraints.txt"), which ask for nothing and still bind. */
export function bindingOf(files: ProjectFiles, step: SetupStep): Requirement[] {
  const named = /-r (\S+)/.exec(step.command)?.[1];
  return named === undefined ? requirementsOf(files, step) : fromFile(files, step.cwd, named).slice(0, MOST);
}

/** What a pip step is about to install, read from the file that it names or from the project's metadata. */
export function requirementsOf(files: ProjectFiles, step: SetupStep): Requirement[] {
  const named = /-r (\S+)/.exec(step.command)?.[1];
  if (named !== undefined)
    return fromFile(files, step.cwd, named)
      .filter(({ constraint }) => !constraint)
      .slice(0, MOST);
  if (!/pip install -e|uv sync/.test(step.command)) return [];
  const lists = DECLARED.flatMap(([file, list, entry]) => {
    const declared = list.exec(files.text(inFolder(step.cwd, file)) ?? "")?.[1] ?? "";
    return Array.from(declared.matchAll(entry), (match) => ({
      text: (match[1] ?? match[2] ?? "").trim(),
      file,
    }));
  });
  return lists.filter(({ text }) => isRequirement(text)).slice(0, MOST);
}

const QUOTED = /"([^"\n]+)"|'([^'\n]+)'/g;
/** Where a project's own metadata lists what it needs: file, the list, one entry of it. */
const DECLARED: readonly (readonly [file: string, list: RegExp, entry: RegExp])[] = [
  ["pyproject.toml", /^dependencies\s*=\s*\[((?:[^\]"']|"[^"\n]*"|'[^'\n]*')*)\]/m, QUOTED],
  ["setup.cfg", /^install_requires\s*=((?:[^\n]*\n[ \t])*[^\n]*)/m, /^[ \t]*(\S[^\n]*)$/gm],
  ["setup.py", /install_requires\s*=\s*\[((?:[^\]"']|"[^"\n]*"|'[^'\n]*')*)\]/, QUOTED],
];

function fromFile(
  files: ProjectFiles,
  folder: string,
  name: string,
  depth = 0,
  constraint = false,
): (Requirement & { constraint: boolean })[] {
  const text = files.text(inFolder(folder, name)) ?? "";
  return text
    .replaceAll(/\\\r?\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const plain = line
        .replace(/(?:^|\s)#.*$/, "")
        .replace(/\s--hash=\S+/g, "")
        .trim();
      const [, flag = "", other] = /^(-[rc]|--requirement|--constraint)[ =]?\s*(\S+)/.exec(plain) ?? [];
      if (other !== undefined && depth < 3) {
        const path = posix.normalize(posix.join(posix.dirname(name), other));
        return fromFile(files, folder, path, depth + 1, constraint || flag.includes("c"));
      }
      return isRequirement(plain) ? [{ text: plain, file: name, constraint }] : [];
    });
}

function isRequirement(text: string): boolean {
  return /^[a-z0-9][\w.-]*(?:\[[\w, -]*\])?\s*(?:[=<>~!;].*)?$/i.test(text) && text.length < 200;
}

/** The requirements of a step with what the index says of each. */
export async function offersOf(
  files: ProjectFiles,
  step: SetupStep,
  lookups: Lookups,
): Promise<{ requirement: Requirement; offer: PythonOffer }[]> {
  const requirements = requirementsOf(files, step);
  if (requirements.length === 0) return [];
  const offers = await lookups.pythonOffers(requirements.map(({ text }) => text));
  return requirements.flatMap((requirement) => {
    const offer = offers?.[requirement.text];
    return offer === undefined ? [] : [{ requirement, offer }];
  });
}

/** Exact pins of what is about to be installed, with the form in which the default interpreter gets them. */
export async function pinsOfRequirements(
  files: ProjectFiles,
  step: SetupStep,
  lookups: Lookups,
): Promise<{ pin: string; form: "wheel" | "sdist" | null }[]> {
  return (await offersOf(files, step, lookups)).flatMap(({ offer }) =>
    offer.newest === null
      ? []
      : [{ pin: `${offer.name}==${offer.newest}`, form: offer.offers[PYTHONS[0] ?? ""] ?? null }],
  );
}
