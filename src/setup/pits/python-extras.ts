import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { way } from "./pit.js";
import { packageOf } from "./python-imports.js";
import { plainPythonName } from "../ecosystems/python-names.js";

const REQUIREMENTS = [
  "requirements-dev.txt",
  "requirements-test.txt",
  "requirements-tests.txt",
  "dev-requirements.txt",
  "test-requirements.txt",
  "requirements/dev.txt",
  "requirements/test.txt",
  "requirements/tests.txt",
  "requirements_dev.txt",
  "requirements_test.txt",
  "tests/requirements.txt",
  "test/requirements.txt",
];
const EXTRAS = ["test", "tests", "testing", "dev", "develop"];
const FOR_TESTS = /test|dev|check/i;

/** Something that is installed only where it is asked for: an extra of the package, or a group beside it. */
interface Optional {
  name: string;
  group: boolean;
  /** Its requirements as they are written. */
  text: string;
}

/**
 * What the project itself keeps for its tests: a requirements file of their own, an extra or a group, known by its name
 * or by holding what is lacking.
 */
export function testRequirements(files: ProjectFiles, step: SetupStep, lacking: readonly string[]): Way[] {
  const file = REQUIREMENTS.find((name) => files.has(inFolder(step.cwd, name)));
  const ways: Way[] = [];
  if (file !== undefined && /^(?:pip|conda)$/.test(step.ecosystem))
    ways.push(ownWay("test-requirements", ".venv/bin/pip install -r {manifest}", { manifest: file }, file));
  const found = ofTests(optionalsOf(files, step.cwd), lacking);
  if (found === null) return ways;
  const command = commandFor(step, found);
  const kind = found.group ? "group" : "extra";
  return command === null
    ? ways
    : [...ways, ownWay("test-extra", command, { extra: found.name }, `the ${kind} "${found.name}"`)];
}

function commandFor({ ecosystem }: SetupStep, { group }: Optional): string | null {
  if (ecosystem === "pip")
    return group ? ".venv/bin/pip install --group {extra}" : ".venv/bin/pip install -e '.[{extra}]'";
  if (ecosystem === "uv") return "uv sync --all-extras --all-groups";
  if (ecosystem === "poetry")
    return "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --all-extras";
  return null;
}

function ofTests(optionals: readonly Optional[], lacking: readonly string[]): Optional | null {
  const wanted = [...lacking.map((module) => packageOf(module)), "pytest"].map((name) =>
    plainPythonName(name),
  );
  const holds = ({ text }: Optional) => {
    const named = (text.match(/[\w.-]+/g) ?? []).map((word) => plainPythonName(word));
    return wanted.some((name) => named.includes(name));
  };
  return (
    EXTRAS.map((name) => optionals.find((optional) => optional.name === name)).find(
      (optional) => optional !== undefined,
    ) ??
    optionals.find(({ name }) => FOR_TESTS.test(name)) ??
    optionals.find(holds) ??
    null
  );
}

const HEADER =
  /^\[project\.optional-dependencies\]|^\[dependency-groups\]|^\[options\.extras_require\]|\bextras_require\b|^\[tool\.poetry\.(?:extras|group\.([\w-]+)\.dependencies)\]/;

function optionalsOf(files: ProjectFiles, folder: string): Optional[] {
  return ["pyproject.toml", "setup.cfg", "setup.py"].flatMap((name) =>
    readOptionals(files.text(inFolder(folder, name)) ?? ""),
  );
}

/** Line by line: a header, then names with what they hold, up to the next header. */
function readOptionals(text: string): Optional[] {
  const found: Optional[] = [];
  let section: { group: boolean } | null = null;
  /** How many were found before this section began. */
  let before = 0;
  const begin = (name: string, group: boolean, held: string) => found.push({ name, group, text: held });
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line);
    const last = found.at(-1);
    if (header !== null) {
      section = { group: line.startsWith("[dependency-groups]") };
      before = found.length;
      if (header[1] !== undefined) begin(header[1], true, "");
      for (const [, name = "", held = ""] of line.matchAll(/["']([\w.-]+)["'] ?: ?\[([^\]]*)/g))
        begin(name, false, held);
    } else if (line.startsWith("[")) section = null;
    else if (section !== null) {
      const [, name, rest = ""] = /^ {0,12}["']?([a-z][\w.-]*)["']? ?[=:](?!=)(.*)$/i.exec(line) ?? [];
      const isName = name !== undefined && (rest.trim() === "" || /^ ?[[(]/.test(rest));
      if (isName) begin(name, section.group, rest);
      else if (found.length > before && last !== undefined) last.text += `\n${line}`;
    }
  }
  return found;
}

function ownWay(pit: string, command: string, slots: Record<string, string>, place: string): Way {
  return way(pit, {
    kind: "insert_step",
    template: [command],
    slots,
    why: `The project keeps what its tests need in ${place}.`,
    probability: 0.85,
  });
}
