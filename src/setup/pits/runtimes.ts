import semver from "semver";
import type { ProjectFiles } from "../project-files.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import type { SetupStep, Way } from "../setup.js";
import { isNode, isPython, way, type Pit } from "./pit.js";

/** How tools say that a version exists, for another runtime. */
const SAYS_RUNTIME = /require a different python version|requires[ -]python|unsupported engine|EBADENGINE/i;

/** Interpreters of the sandbox image, the default one first. */
const PYTHONS = ["3.13", "3.11", "3.9"];
const NODES = ["20", "22", "18", "16", "24", "14"];

/** The project, or something that it needs, asks for another version of the language. */
export const otherRuntime: Pit = {
  id: "other-runtime",
  error_types: [
    "RUNTIME_VERSION_MISMATCH",
    "BUILD_FAILURE",
    "VERSION_NOT_FOUND",
    "SYNTAX_OR_CONFIG",
    "MISSING_PACKAGE",
    "CRASH",
    "PLATFORM_UNSUPPORTED",
    "VERSION_CONFLICT",
  ],
  react({ failure, step, output, files }) {
    const certain = failure.error_type === "RUNTIME_VERSION_MISMATCH";
    const unrelated = failure.error_type === "VERSION_NOT_FOUND" || failure.error_type === "VERSION_CONFLICT";
    if (unrelated && !SAYS_RUNTIME.test(output)) return [];
    if (isPython(step)) {
      const asked =
        pythonRange(files, step.cwd) ??
        /(?:Requires-Python|requires a different Python: [\d.]+ not in|requires Python) ?['"]?([<>=!~][^'"\s;]*(?:, ?[<>=!~][^'"\s;]*)*)/i.exec(
          output,
        )?.[1];
      return pythons(step, asked ?? null, certain || asked !== undefined ? 0.8 : 0.35);
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
  foresee({ files }, step) {
    if (isPython(step)) {
      const asked = pythonRange(files, step.cwd);
      return asked === null || satisfiesPython("3.13", asked) ? null : (pythons(step, asked, 0.8)[0] ?? null);
    }
    if (!isNode(step)) return null;
    const asked = nodeRange(files, step.cwd);
    return asked === null || semver.satisfies("20.19.2", asked) ? null : (nodes(asked, 0.8)[0] ?? null);
  },
};

function pythons(step: SetupStep, asked: string | null, probability: number): Way[] {
  const fitting = PYTHONS.slice(asked !== null && satisfiesPython("3.13", asked) ? 1 : 0)
    .filter((version) => version !== "3.13" || asked !== null)
    .filter((version) => asked === null || satisfiesPython(version, asked));
  const command =
    step.ecosystem === "poetry"
      ? "POETRY_VIRTUALENVS_IN_PROJECT=true poetry env use /usr/bin/python{python}"
      : "uv venv --quiet --clear --seed --python {python} .venv";
  return fitting.map((python, index) =>
    way("other-runtime", {
      kind: "insert_step",
      template: [command],
      slots: { python },
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
