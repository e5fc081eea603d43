import { inFolder } from "../ecosystems/ecosystem.js";
import type { SetupStep, Way } from "../setup.js";
import { entityOf, isNode, isPlainName, isPython, way, type FailedStep, type Pit } from "./pit.js";

/** Modules whose package has another name. */
const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  yaml: "pyyaml",
  cv2: "opencv-python-headless",
  PIL: "pillow",
  bs4: "beautifulsoup4",
  sklearn: "scikit-learn",
  dateutil: "python-dateutil",
  dotenv: "python-dotenv",
  jwt: "pyjwt",
  serial: "pyserial",
  usb: "pyusb",
  Crypto: "pycryptodome",
  OpenSSL: "pyopenssl",
  attr: "attrs",
  google: "protobuf",
  MySQLdb: "mysqlclient",
  psycopg2: "psycopg2-binary",
  pkg_resources: "setuptools<81",
  distutils: "setuptools<81",
  imp: "setuptools<81",
  git: "gitpython",
  magic: "python-magic",
  docx: "python-docx",
  pptx: "python-pptx",
  slugify: "python-slugify",
  jose: "python-jose",
  multipart: "python-multipart",
  zmq: "pyzmq",
  skimage: "scikit-image",
  telegram: "python-telegram-bot",
};

/** Something is imported that nothing installs: an undeclared dependency, or tests that need an extra. */
export const missingModule: Pit = {
  id: "missing-module",
  error_types: [
    "MISSING_PACKAGE",
    "MISSING_FILE",
    "TEST_FAILURE",
    "COMMAND_NOT_FOUND",
    "CRASH",
    "BUILD_FAILURE",
  ],
  react(failed) {
    if (isPython(failed.step)) return pythonModule(failed);
    if (isNode(failed.step)) return nodeModule(failed);
    if (failed.step.ecosystem === "go" && /no required module provides package|go get/.test(failed.output))
      return [plain("go mod tidy", "A module is imported that go.mod does not name.", 0.8)];
    return [];
  },
  foresee({ files }, step) {
    if (step.ecosystem !== "pip" || step.goal !== "test") return null;
    return testRequirements(files, step)[0] ?? null;
  },
};

function pythonModule(failed: FailedStep): Way[] {
  const { failure, output, step, files } = failed;
  const module = /No module named '?([\w.]+)/.exec(output)?.[1] ?? entityOf(failure, "package");
  if (module === null || !isPlainName(module)) return [];
  const top = module.split(".")[0] ?? module;
  if (
    step.goal === "install" &&
    output.includes("ModuleNotFoundError") &&
    /setup\.py|build dependencies|get_requires_for_build|metadata/i.test(output)
  )
    return [];
  const name = PYTHON_PACKAGES[top] ?? top.replaceAll("_", "-");
  const ways = step.goal === "test" ? testRequirements(files, step) : [];
  return [
    ...ways,
    way("missing-module", {
      kind: "insert_step",
      template: [`${installerOf(step)} '{package}'`],
      slots: { package: name, module: top },
      why: `The module ${top} is imported and nothing installs it.`,
      probability: ways.length > 0 ? 0.55 : 0.75,
    }),
  ];
}

function installerOf(step: SetupStep): string {
  if (step.ecosystem === "poetry") return "POETRY_VIRTUALENVS_IN_PROJECT=true poetry run pip install";
  if (step.ecosystem === "uv") return "uv pip install";
  return ".venv/bin/pip install";
}

/** What the project itself keeps for its tests: a requirements file of their own, or an extra. */
function testRequirements(files: FailedStep["files"], step: SetupStep): Way[] {
  const file = [
    "requirements-dev.txt",
    "requirements-test.txt",
    "dev-requirements.txt",
    "test-requirements.txt",
    "requirements/dev.txt",
    "requirements/test.txt",
    "requirements_dev.txt",
    "requirements_test.txt",
  ].find((name) => files.has(inFolder(step.cwd, name)));
  const ways: Way[] = [];
  if (file !== undefined && /^(?:pip|conda)$/.test(step.ecosystem))
    ways.push(
      way("test-requirements", {
        kind: "insert_step",
        template: [".venv/bin/pip install -r {file}"],
        slots: { file },
        why: `The tests' own requirements stand in ${file}.`,
        probability: 0.85,
      }),
    );
  const project = `${files.text(inFolder(step.cwd, "pyproject.toml")) ?? ""}\n${files.text(inFolder(step.cwd, "setup.cfg")) ?? ""}\n${files.text(inFolder(step.cwd, "setup.py")) ?? ""}`;
  const extra = ["test", "tests", "testing", "dev", "develop"].find((name) =>
    new RegExp(`^ *["']?${name}["']? ?[=:]`, "m").test(sectionOfExtras(project)),
  );
  if (extra !== undefined && step.ecosystem === "pip")
    ways.push(
      way("test-extra", {
        kind: "insert_step",
        template: [".venv/bin/pip install -e '.[{extra}]'"],
        slots: { extra },
        why: `The project keeps what its tests need in the extra "${extra}".`,
        probability: 0.85,
      }),
    );
  if (extra !== undefined && step.ecosystem === "uv")
    ways.push(
      way("test-extra", {
        kind: "insert_step",
        template: ["uv sync --all-extras --all-groups"],
        slots: { extra },
        why: `The project keeps what its tests need in "${extra}".`,
        probability: 0.8,
      }),
    );
  if (extra !== undefined && step.ecosystem === "poetry")
    ways.push(
      way("test-extra", {
        kind: "insert_step",
        template: ["POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --all-extras"],
        slots: { extra },
        why: `The project keeps what its tests need in "${extra}".`,
        probability: 0.8,
      }),
    );
  return ways;
}

function sectionOfExtras(text: string): string {
  const at = text.search(
    /\[project\.optional-dependencies\]|\[dependency-groups\]|\[options\.extras_require\]|extras_require|\[tool\.poetry\.extras\]/,
  );
  return at === -1 ? "" : text.slice(at, at + 2_000);
}

function nodeModule({ output, step, failure }: FailedStep): Way[] {
  const specifier =
    /Cannot find (?:module|package) '([^'./][^']*)'/.exec(output)?.[1] ??
    /Could not resolve "([^"./][^"]*)"/.exec(output)?.[1] ??
    /Can't resolve '([^'./][^']*)'/.exec(output)?.[1] ??
    /Cannot find type definition file for '([\w@/-]+)'/.exec(output)?.[1];
  const command =
    entityOf(failure, "command") ?? /sh: (?:\d+: )?([\w-]+): (?:command )?not found/.exec(output)?.[1];
  const add =
    step.ecosystem === "yarn"
      ? "yarn add --dev"
      : step.ecosystem === "pnpm"
        ? "pnpm add --save-dev"
        : "npm install --no-save";
  if (specifier !== undefined && isPlainName(specifier) && !specifier.startsWith("node:")) {
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    return [
      way("missing-module", {
        kind: "insert_step",
        template: [`${add} {package}`],
        slots: { package: name },
        why: `${name} is imported and package.json does not name it.`,
        probability: 0.75,
      }),
    ];
  }
  if (command !== undefined && /^[\w-]+$/.test(command)) {
    const name = NODE_COMMANDS[command] ?? command;
    return [
      way("missing-module", {
        kind: "insert_step",
        template: [`${add} {package}`],
        slots: { package: name, command },
        why: `The command ${command} belongs to the package ${name}, which package.json does not name.`,
        probability: 0.65,
      }),
    ];
  }
  return [];
}

const NODE_COMMANDS: Readonly<Record<string, string>> = {
  tsc: "typescript",
  ng: "@angular/cli",
  vue: "@vue/cli-service",
  "vue-cli-service": "@vue/cli-service",
  babel: "@babel/cli",
  "webpack-cli": "webpack-cli",
  "cross-env": "cross-env",
  sass: "sass",
  nest: "@nestjs/cli",
};

function plain(command: string, why: string, probability: number): Way {
  return way("missing-module", { kind: "insert_step", template: [command], why, probability });
}
