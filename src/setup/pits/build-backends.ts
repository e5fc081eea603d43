import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { isPython, way, type Pit } from "./pit.js";
import { packageOf } from "./python-imports.js";
import { pinsOfRequirements } from "./requirements.js";

interface Recipe {
  /** What the failed build says. */
  says: RegExp;
  /** What the source's own build files show; null where only the failure does. */
  reads: RegExp | null;
  install: string;
  /** Where no newer interpreter has what the old tools want. */
  python?: string;
  why: string;
  probability: number;
}

const RECIPES: readonly Recipe[] = [
  {
    says: /No module named '(?:pkg_resources|distutils|imp)'|ImpImporter|canonicalize_version\(\) got an unexpected/,
    reads: /^(?:import|from) (?:pkg_resources|imp)\b/m,
    install: "'setuptools<75' wheel",
    why: "The package's build uses parts of setuptools that newer ones have dropped.",
    probability: 0.6,
  },
  {
    says: /use_2to3 is invalid|error in .{0,60} setup command/,
    reads: /\buse_2to3\b/,
    install: "'setuptools<58' wheel",
    python: "3.9",
    why: "The package is built for a setuptools before 58.",
    probability: 0.55,
  },
  {
    says: /AttributeError: cython_sources|Cython.{0,80}(?:error|incompatible)|No module named '?Cython/i,
    reads: /^(?:import|from) Cython\b/m,
    install: "'cython<3' 'setuptools<75' wheel",
    why: "The package is built for a Cython before 3.",
    probability: 0.6,
  },
  {
    says: /No module named '?numpy/,
    reads: /^(?:import|from) numpy\b/m,
    install: "'numpy<2' 'setuptools<75' wheel",
    why: "The package's build imports numpy without asking for it.",
    probability: 0.65,
  },
  {
    says: /numpy\.core\.multiarray failed to import|compiled using NumPy 1\.x/,
    reads: null,
    install: "'numpy<2'",
    why: "The package was compiled for a numpy before 2.",
    probability: 0.8,
  },
];

/** A source package whose build leans on something that its isolated build does not have. */
export const buildBackend: Pit = {
  id: "build-backend",
  ways: ["build-backend"],
  error_types: ["BUILD_FAILURE", "MISSING_PACKAGE", "SYNTAX_OR_CONFIG", "CRASH", "OTHER", "VERSION_CONFLICT"],
  react({ step, output, files }) {
    if (!isPython(step) || !/\bpip install\b/.test(step.command)) return [];
    const missing = /ModuleNotFoundError: No module named '([a-z]\w*)'/i.exec(output)?.[1];
    const own =
      missing !== undefined && !KNOWN.test(missing) && ownBuildImports(files, step).includes(missing)
        ? [
            withoutIsolation(
              step,
              packageOf(missing),
              `setup.py imports ${missing} before anything is installed.`,
              0.75,
            ),
          ]
        : [];
    return [
      ...own,
      ...RECIPES.filter(({ says }) => says.test(output)).flatMap((recipe) => recipeWays(step, recipe)),
    ];
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem !== "pip" || step.goal !== "install" || !step.command.includes("pip install"))
      return [];
    if (step.command.includes("--no-build-isolation")) return [];
    const imports = ownBuildImports(files, step);
    if (imports.length > 0 && step.id === "pip/project")
      return [
        withoutIsolation(
          step,
          imports.map((name) => packageOf(name)).join(" "),
          `setup.py imports ${imports.join(", ")}.`,
          0.75,
        ),
      ];
    const pins = (await pinsOfRequirements(files, step, lookups)).filter(({ form }) => form === "sdist");
    const sources = await lookups.pythonSources(pins.map(({ pin }) => pin));
    const texts = Object.values(sources ?? {}).map(({ build }) => build);
    const recipe = RECIPES.find(({ reads }) => reads !== null && texts.some((text) => reads.test(text)));
    return recipe === undefined ? [] : recipeWays(step, recipe).slice(0, 1);
  },
};

const KNOWN = /^(?:setuptools|pkg_resources|distutils|wheel|imp)$/;

/** What the project's own setup.py imports and no pyproject.toml asks for. */
function ownBuildImports(files: ProjectFiles, step: SetupStep): string[] {
  const text = files.text(inFolder(step.cwd, "setup.py")) ?? "";
  const declared =
    /^requires\s*=\s*\[([^\]]*)\]/m.exec(files.text(inFolder(step.cwd, "pyproject.toml")) ?? "")?.[1] ?? "";
  const names = Array.from(text.matchAll(/^(?:import|from) ([a-z_]\w*)/gim), (match) => match[1] ?? "");
  const local = new Set(
    files.names(step.cwd).map((name) => (name.split("/")[0] ?? name).replace(/\.py$/, "")),
  );
  return Array.from(new Set(names)).filter(
    (name) =>
      THIRD_PARTY.has(name.toLowerCase()) &&
      !declared.toLowerCase().includes(packageOf(name).toLowerCase()) &&
      !local.has(name),
  );
}

/** What a setup.py imports besides the standard library, more often than not. */
const THIRD_PARTY = new Set(
  "numpy cython pybind11 cffi jinja2 packaging requests yaml six mako scipy torch tomli toml attr pbr versioneer setuptools_rust setuptools_scm skbuild cmake pkgconfig docutils babel jsonschema click markdown pypandoc".split(
    " ",
  ),
);

function recipeWays(step: SetupStep, { install, why, probability, python }: Recipe): Way[] {
  const plain = withoutIsolation(step, install, why, probability);
  if (python === undefined) return [plain];
  return [
    way("build-backend", {
      kind: "replace_approach",
      template: [
        "uv venv --quiet --clear --seed --python {python} .venv",
        ".venv/bin/pip install {build_requirements}",
        "{command} --no-build-isolation",
      ],
      slots: { python, build_requirements: install, command: step.command },
      why: `${why} It needs Python ${python}.`,
      probability,
      seconds: 40,
    }),
    plain,
  ];
}

function withoutIsolation(step: SetupStep, install: string, why: string, probability: number): Way {
  // From 80 on, setuptools hands an editable install back to pip, which isolates it again.
  const named = install.includes("setuptools") ? install : `${install} 'setuptools<80' wheel`;
  return way("build-backend", {
    kind: "replace_approach",
    template: [".venv/bin/pip install {build_requirements}", "{command} --no-build-isolation"],
    slots: { build_requirements: named, command: step.command },
    why,
    probability,
    seconds: 30,
  });
}
