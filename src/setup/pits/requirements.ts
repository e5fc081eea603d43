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

/** What a pip step is about to install, read from the file that it names or from the project's metadata. */
export function requirementsOf(files: ProjectFiles, step: SetupStep): Requirement[] {
  const named = /-r (\S+)/.exec(step.command)?.[1];
  if (named !== undefined) return fromFile(files, step.cwd, named, 0).slice(0, MOST);
  if (!/pip install -e|uv sync/.test(step.command)) return [];
  const pyproject = files.text(inFolder(step.cwd, "pyproject.toml")) ?? "";
  const declared = /^dependencies\s*=\s*\[([^\]]*)\]/m.exec(pyproject)?.[1] ?? "";
  const setup = files.text(inFolder(step.cwd, "setup.py")) ?? "";
  const required = /install_requires\s*=\s*\[([^\]]*)\]/.exec(setup)?.[1] ?? "";
  const quoted = Array.from(`${declared}\n${required}`.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g), (match) => ({
    text: match[1] ?? match[2] ?? "",
    file: declared === "" ? "setup.py" : "pyproject.toml",
  }));
  return quoted.filter(({ text }) => isRequirement(text)).slice(0, MOST);
}

function fromFile(files: ProjectFiles, folder: string, name: string, depth: number): Requirement[] {
  const text = files.text(inFolder(folder, name)) ?? "";
  return text
    .replaceAll(/\\\r?\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const plain = line
        .replace(/(?:^|\s)#.*$/, "")
        .replace(/\s--hash=\S+/g, "")
        .trim();
      const other = /^(?:-r|--requirement)[ =](\S+)/.exec(plain)?.[1];
      if (other !== undefined && depth < 3) {
        const base = name.includes("/") ? `${name.slice(0, name.lastIndexOf("/"))}/` : "";
        return fromFile(files, folder, base + other, depth + 1);
      }
      return isRequirement(plain) ? [{ text: plain, file: name }] : [];
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
