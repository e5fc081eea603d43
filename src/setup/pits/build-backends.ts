import { isPython, way, type Pit } from "./pit.js";

const RECIPES: readonly { says: RegExp; install: string; why: string; probability: number }[] = [
  {
    says: /No module named '(?:pkg_resources|distutils|imp)'|ImpImporter|canonicalize_version\(\) got an unexpected/,
    install: "'setuptools<75' wheel",
    why: "The package's build uses parts of setuptools that newer ones have dropped.",
    probability: 0.6,
  },
  {
    says: /use_2to3 is invalid|error in .{0,60} setup command/,
    install: "'setuptools<58' wheel",
    why: "The package is built for a setuptools before 58.",
    probability: 0.55,
  },
  {
    says: /AttributeError: cython_sources|Cython.{0,80}(?:error|incompatible)|No module named '?Cython/i,
    install: "'cython<3' 'setuptools<75' wheel",
    why: "The package is built for a Cython before 3.",
    probability: 0.6,
  },
  {
    says: /No module named '?numpy/,
    install: "'numpy<2' 'setuptools<75' wheel",
    why: "The package's build imports numpy without asking for it.",
    probability: 0.65,
  },
  {
    says: /numpy\.core\.multiarray failed to import|compiled using NumPy 1\.x/,
    install: "'numpy<2'",
    why: "The package was compiled for a numpy before 2.",
    probability: 0.8,
  },
];

/** A source package whose build leans on something that its isolated build does not have. */
export const buildBackend: Pit = {
  id: "build-backend",
  error_types: ["BUILD_FAILURE", "MISSING_PACKAGE", "SYNTAX_OR_CONFIG", "CRASH", "OTHER"],
  react({ step, output }) {
    if (!isPython(step) || !/\bpip install\b/.test(step.command)) return [];
    return RECIPES.filter(({ says }) => says.test(output)).map(({ install, why, probability }) =>
      way("build-backend", {
        kind: "replace_approach",
        template: [".venv/bin/pip install {build_requirements}", "{command} --no-build-isolation"],
        slots: { build_requirements: install, command: step.command },
        why,
        probability,
        seconds: 30,
      }),
    );
  },
};
