import semver from "semver";
import type { ProjectFiles } from "../project-files.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import type { SetupStep, Way } from "../setup.js";
import { isNode, isPython, way, type FailedStep, type Pit, type Surroundings } from "./pit.js";
import { importsOf, REMOVED_MODULES } from "./python-imports.js";
import { offersOf, PYTHONS } from "./requirements.js";

/** How tools say that a version exists, for another runtime. */
const SAYS_RUNTIME = /require a different python version|requires[ -]python|unsupported engine|EBADENGINE/i;

/** The image's own. */
const NODE = "20.19.2";
const NODES = ["20", "22", "18", "16", "24", "14"];

/** The project, or something that it needs, asks for another version of the language. */
export const otherRuntime: Pit = {
  id: "other-runtime",
  ways: ["other-runtime"],
  error_types: [
    "RUNTIME_VERSION_MISMATCH",
    "BUILD_FAILURE",
    "VERSION_NOT_FOUND",
    "SYNTAX_OR_CONFIG",
    "MISSING_PACKAGE",
    "CRASH",
    "PLATFORM_UNSUPPORTED",
    "VERSION_CONFLICT",
    "TEST_FAILURE",
  ],
  react(failed) {
    const { failure, step, output, files } = failed;
    const certain = failure.error_type === "RUNTIME_VERSION_MISMATCH";
    const unrelated = /^(?:VERSION_NOT_FOUND|VERSION_CONFLICT|TEST_FAILURE)$/.test(failure.error_type);
    const removed = REMOVED_MODULES.has(/No module named '?(\w+)/.exec(output)?.[1] ?? "");
    if (unrelated && !removed && !SAYS_RUNTIME.test(output)) return [];
    if (isPython(step)) {
      const asked =
        pythonRange(files, step.cwd) ??
        /(?:Requires-Python|requires a different Python: [\d.]+ not in|requires Python) ?['"]?([<>=!~][^'"\s;]*(?:, ?[<>=!~][^'"\s;]*)*)/i.exec(
          output,
        )?.[1];
      const range = removed ? "<3.12" : (asked ?? null);
      // A test that fails says nothing of the interpreter, unless it or the project does.
      if (step.goal !== "install" && range === null && !certain) return [];
      // A range that holds for the interpreter at hand is no reason for another one.
      const isOutside = asked !== undefined && !satisfiesPython("3.13", asked);
      const asks = certain || isOutside || SAYS_RUNTIME.test(output);
      return pythons(failed, range, removed ? 0.85 : asks ? 0.8 : 0.35);
    }
    if (isNode(step)) {
      const asked =
        nodeRange(files, step.cwd) ??
        /(?:Required|wanted|Expected version|engine "node" is incompatible.{0,80}Expected version) ?:? ?(?:\{"?node"?: ?)?['"]([^'"]+)/i.exec(
          output,
        )?.[1];
      return nodes(asked ?? null, certain ? 0.8 : 0.25);
    }
    return [];
  },
  async foresee(surroundings, step) {
    const { files } = surroundings;
    if (/\/(?:venv|install|sync)$/.test(step.id) && isPython(step)) {
      const python = await fittingPython(surroundings, step);
      if (python === null || python === PYTHONS[0] || step.command.includes(python)) return [];
      const command =
        step.ecosystem === "poetry" ? null : `uv venv --quiet --clear --seed --python {python} .venv`;
      if (command === null) return pythons({ step, done: [] }, pythonRange(files, step.cwd), 0.8).slice(0, 1);
      return [
        way("other-runtime", {
          kind: step.id.endsWith("/venv") ? "modify_command" : "insert_step",
          template: [command],
          slots: { python },
          why: `The project, or something that it needs, wants Python ${python}.`,
          probability: 0.8,
        }),
      ];
    }
    if (!isNode(step) || step.goal !== "install") return [];
    const asked = nodeRange(files, step.cwd) ?? (await dependedNode(surroundings, step));
    return asked === null || semver.satisfies(NODE, asked) ? [] : nodes(asked, 0.8).slice(0, 1);
  },
};

/** The first interpreter that the project's own range, its imports and all its requirements allow. */
async function fittingPython(
  { files, detection, lookups }: Surroundings,
  step: SetupStep,
): Promise<string | null> {
  const asked = pythonRange(files, step.cwd);
  const old = importsOf(files, step.cwd).some((name) => REMOVED_MODULES.has(name) && name !== "distutils");
  const steps = detection.steps.filter(
    ({ ecosystem, goal }) => ecosystem === step.ecosystem && goal === "install",
  );
  const offers = (await Promise.all(steps.map(async (one) => await offersOf(files, one, lookups)))).flat();
  const allowed = PYTHONS.filter(
    (python) =>
      (asked === null || satisfiesPython(python, asked)) && (!old || satisfiesPython(python, "<3.12")),
  );
  const has = (python: string, forms: readonly (string | null)[]) =>
    offers.every(({ offer }) => !offer.matching || forms.includes(offer.offers[python] ?? null));
  return (
    allowed.find((python) => has(python, ["wheel"])) ??
    allowed.find((python) => has(python, ["wheel", "sdist"])) ??
    allowed[0] ??
    null
  );
}

/** What the pinned packages ask of Node, where npm is told to insist on it. */
async function dependedNode({ files, lookups }: Surroundings, step: SetupStep): Promise<string | null> {
  if (
    !/engine-strict ?= ?true/.test(files.text(inFolder(step.cwd, ".npmrc")) ?? "") &&
    step.ecosystem !== "yarn"
  )
    return null;
  const json = readPackageJson(files, step.cwd);
  const asked = { ...json?.dependencies, ...json?.devDependencies };
  const known = await lookups.nodePackages(Object.keys(asked));
  for (const [name, range] of Object.entries(asked)) {
    const versions = known?.[name]?.versions ?? {};
    const best =
      semver.validRange(range) === null ? null : semver.maxSatisfying(Object.keys(versions), range);
    const engine = best === null ? undefined : versions[best]?.engines?.["node"];
    if (engine !== undefined && semver.validRange(engine) !== null && !semver.satisfies(NODE, engine))
      return engine;
  }
  return null;
}

function pythons(
  { step, done }: Pick<FailedStep, "step" | "done">,
  asked: string | null,
  probability: number,
): Way[] {
  const fitting = PYTHONS.slice(asked !== null && satisfiesPython("3.13", asked) ? 1 : 0)
    .filter((version) => version !== "3.13" || asked !== null)
    .filter((version) => asked === null || satisfiesPython(version, asked));
  const command =
    step.ecosystem === "poetry"
      ? "POETRY_VIRTUALENVS_IN_PROJECT=true poetry env use /usr/bin/python{python}"
      : "uv venv --quiet --clear --seed --python {python} .venv";
  // A new environment is an empty one: what was installed before is installed again.
  const again = done.filter((line) => line.includes("pip install") && line !== step.command);
  return fitting.map((python, index) =>
    way("other-runtime", {
      kind: "insert_step",
      template: [command, ...again.map((_, at) => `{again_${"abcdefgh"[at] ?? "z"}}`)],
      slots: {
        python,
        ...Object.fromEntries(again.map((line, at) => [`again_${"abcdefgh"[at] ?? "z"}`, line])),
      },
      why:
        asked === null
          ? `An older interpreter, ${python}, may still build this.`
          : `Python ${python} is in the range that is asked for (${asked}).`,
      probability: probability - index * 0.15,
      seconds: 15,
    }),
  );
}

function nodes(asked: string | null, probability: number): Way[] {
  const fitting = NODES.filter((major) =>
    asked === null
      ? major !== "20"
      : semver.satisfies(`${major}.99.0`, asked) || semver.subset(`^${major}.0.0`, asked),
  ).slice(0, 2);
  return fitting.map((node, index) =>
    way("other-runtime", {
      kind: "insert_step",
      template: ["npm install --global --no-save node@{node}"],
      slots: { node },
      why:
        asked === null
          ? `Another version of Node, ${node}, may do.`
          : `Node ${node} is in the range that is asked for (${asked}).`,
      probability: probability - index * 0.15,
      seconds: 20,
    }),
  );
}

function pythonRange(files: ProjectFiles, folder: string): string | null {
  const text = (name: string) => files.text(inFolder(folder, name));
  const pyproject = text("pyproject.toml") ?? "";
  const declared =
    /^requires-python ?= ?["']([^"']+)/m.exec(pyproject)?.[1] ??
    /^python ?= ?["']([^"']+)/m.exec(pyproject)?.[1] ??
    /python_requires ?= ?["']?([<>=~!^][^"'\n]+)/.exec(
      `${text("setup.cfg") ?? ""}\n${text("setup.py") ?? ""}`,
    )?.[1];
  if (declared !== undefined) return declared.trim();
  const pinned =
    text(".python-version")?.trim() ??
    /^python-(\d+\.\d+)/.exec(text("runtime.txt") ?? "")?.[1] ??
    /^python (\d+\.\d+)/m.exec(text(".tool-versions") ?? "")?.[1];
  const minor = /^\d+\.\d+/.exec(pinned ?? "")?.[0];
  return minor === undefined ? null : `==${minor}.*`;
}

function nodeRange(files: ProjectFiles, folder: string): string | null {
  const engines = readPackageJson(files, folder)?.engines?.["node"];
  const pinned =
    files.text(inFolder(folder, ".nvmrc"))?.trim() ??
    files.text(inFolder(folder, ".node-version"))?.trim() ??
    /^nodejs (\d[\d.]*)/m.exec(files.text(inFolder(folder, ".tool-versions")) ?? "")?.[1];
  const range = engines ?? pinned?.replace(/^v/, "");
  return range === undefined || semver.validRange(range) === null ? null : range;
}

const BOUND = /^(>=|<=|==|!=|~=|[<>^~])? ?(\d{1,3})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?/;

/** For the minor versions at hand; "^3.8" and "~3.11" are Poetry's. */
export function satisfiesPython(minor: string, range: string): boolean {
  const own = numberOf(minor);
  return range.split(",").every((part) => {
    const found = BOUND.exec(part.trim());
    if (found === null) return true;
    const [, operator, major, second, patch] = found;
    const bound = Number(major) * 100 + Number(second ?? 0);
    const sameMajor = Math.floor(own / 100) === Number(major);
    if (operator === ">=") return own >= bound;
    if (operator === ">") return own > bound || (own === bound && patch !== undefined);
    if (operator === "<") return own < bound || (own === bound && Number(patch ?? 0) > 0);
    if (operator === "<=") return own <= bound;
    if (operator === "!=") return own !== bound || patch !== undefined;
    if (operator === "^" || (operator === "~=" && patch === undefined)) return own >= bound && sameMajor;
    return second === undefined ? sameMajor : own === bound;
  });
}

function numberOf(minor: string): number {
  const [major, rest] = minor.split(".");
  return Number(major) * 100 + Number(rest ?? 0);
}
