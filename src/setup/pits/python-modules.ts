import { inFolder } from "../ecosystems/ecosystem.js";
import type { SetupStep, Way } from "../setup.js";
import { entityOf, isPlainName, isPython, way, type FailedStep, type Pit, type Surroundings } from "./pit.js";
import { importsOf, packageOf, REMOVED_MODULES } from "./python-imports.js";
import { pluginsOf } from "./pytest-plugins.js";

/** Something is imported that nothing installs: an undeclared dependency, or tests that need an extra. */
export const missingPythonModule: Pit = {
  id: "missing-module",
  ways: ["missing-module", "test-requirements", "test-extra"],
  error_types: [
    "MISSING_PACKAGE",
    "MISSING_FILE",
    "TEST_FAILURE",
    "COMMAND_NOT_FOUND",
    "CRASH",
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "OTHER",
  ],
  react: (failed) => (isPython(failed.step) ? afterFailure(failed) : []),
  async foresee({ files, lookups }, step) {
    if (!isPython(step) || step.goal !== "test") return [];
    const wanted = [
      ...importsOf(files, step.cwd),
      ...(step.command.includes("-m pytest") ? ["pytest", ...pluginsOf(files, step.cwd)] : []),
    ];
    const lacking = await lookups.missingModules(".venv/bin/python", step.cwd, wanted);
    const names = (lacking ?? []).filter((name) => !REMOVED_MODULES.has(name));
    if (names.length === 0) return [];
    const own = testRequirements(files, step);
    return own.length > 0 ? [...own.slice(0, 1), install(step, names, 0.7)] : [install(step, names, 0.7)];
  },
};

function afterFailure(failed: FailedStep): Way[] {
  const { failure, output, step, files } = failed;
  const plugins = /unrecognized arguments|fixture '\w+' not found|Unknown config option|unknown hook/.test(
    output,
  )
    ? pluginsOf(files, step.cwd, output)
    : [];
  const module = /No module named '?([\w.]+)/.exec(output)?.[1] ?? entityOf(failure, "package");
  const ways = step.goal === "test" ? testRequirements(files, step) : [];
  if (plugins.length > 0) return [...ways, install(step, plugins, 0.75)];
  if (module === null || !isPlainName(module)) return [];
  const top = module.split(".")[0] ?? module;
  if (isBuildIsolation(failed)) return [];
  return [...ways, install(step, [top], ways.length > 0 ? 0.55 : REMOVED_MODULES.has(top) ? 0.2 : 0.75)];
}

function isBuildIsolation({ step, output }: FailedStep): boolean {
  return (
    step.goal === "install" &&
    output.includes("ModuleNotFoundError") &&
    /setup\.py|build dependencies|get_requires_for_build|metadata/i.test(output)
  );
}

function install(step: SetupStep, modules: readonly string[], probability: number): Way {
  const names = modules.map((name) => packageOf(name));
  return way("missing-module", {
    kind: "insert_step",
    template: [`${installerOf(step)} {packages}`],
    slots: {
      packages: names.map((name) => (/[<>=]/.test(name) ? `'${name}'` : name)).join(" "),
      package: names[0] ?? "",
    },
    why: `${modules.join(", ")}: imported, and nothing installs it.`,
    probability,
  });
}

function installerOf(step: SetupStep): string {
  if (step.ecosystem === "poetry") return "POETRY_VIRTUALENVS_IN_PROJECT=true poetry run pip install";
  if (step.ecosystem === "uv") return "uv pip install";
  return ".venv/bin/pip install";
}

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

/** What the project itself keeps for its tests: a requirements file of their own, or an extra. */
function testRequirements(files: Surroundings["files"], step: SetupStep): Way[] {
  const file = REQUIREMENTS.find((name) => files.has(inFolder(step.cwd, name)));
  const ways: Way[] = [];
  if (file !== undefined && /^(?:pip|conda)$/.test(step.ecosystem))
    ways.push(ownWay("test-requirements", ".venv/bin/pip install -r {manifest}", { manifest: file }, file));
  const metadata = ["pyproject.toml", "setup.cfg", "setup.py"].map(
    (name) => files.text(inFolder(step.cwd, name)) ?? "",
  );
  const section = sectionOfExtras(metadata.join("\n"));
  const extra =
    EXTRAS.find((name) => new RegExp(`^ *["']?${name}["']? ?[=:]`, "m").test(section)) ??
    /^ *["']?(\w*test\w*|\w*dev\w*)["']? ?[=:] ?\[/m.exec(section)?.[1];
  if (extra === undefined) return ways;
  if (step.ecosystem === "pip")
    ways.push(
      ownWay("test-extra", ".venv/bin/pip install -e '.[{extra}]'", { extra }, `the extra "${extra}"`),
    );
  if (step.ecosystem === "uv")
    ways.push(ownWay("test-extra", "uv sync --all-extras --all-groups", { extra }, `"${extra}"`));
  if (step.ecosystem === "poetry") {
    const command = "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --all-extras";
    ways.push(ownWay("test-extra", command, { extra }, `"${extra}"`));
  }
  return ways;
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

function sectionOfExtras(text: string): string {
  const at = text.search(
    /\[project\.optional-dependencies\]|\[dependency-groups\]|\[options\.extras_require\]|extras_require|\[tool\.poetry\.extras\]/,
  );
  return at === -1 ? "" : text.slice(at, at + 2_000);
}
