import type { SetupStep, Way } from "../setup.js";
import { entityOf, isPlainName, isPython, way, type FailedStep, type Pit } from "./pit.js";
import { testRequirements } from "./python-extras.js";
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
    const own = testRequirements(files, step, names);
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
  const module = /No module named '?([\w.]+)/.exec(output)?.[1] ?? lackingPackage(failure, output);
  const lacking = module === null ? plugins : [module.split(".")[0] ?? module, ...plugins];
  const ways = step.goal === "test" ? testRequirements(files, step, lacking) : [];
  if (plugins.length > 0) return [...ways, install(step, plugins, 0.75)];
  if (module === null || !isPlainName(module)) return [];
  const top = module.split(".")[0] ?? module;
  if (isBuildIsolation(failed)) return [];
  return [...ways, install(step, [top], ways.length > 0 ? 0.55 : REMOVED_MODULES.has(top) ? 0.2 : 0.75)];
}

/** A package that failed to build is there: to install it by its name would bring in somebody else's. */
function lackingPackage(failure: FailedStep["failure"], output: string): string | null {
  const name = entityOf(failure, "package");
  const built = Array.from(
    output.matchAll(
      /(?:building wheel for|to build|metadata for|building editable for|error in) '?([\w.-]+)/gi,
    ),
    (match) => match[1] ?? "",
  );
  return name !== null && built.includes(name) ? null : name;
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
