import { describe, expect, test } from "@jest/globals";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import type { Goal } from "../../../src/setup/setup.js";
import { projectWith } from "../../support/project.js";

async function commandsOf(files: Record<string, string>, goal: Goal = "test"): Promise<string[]> {
  const { steps } = detectProject(await projectWith(files), goal);
  return steps.map(({ cwd, command }) => (cwd === "." ? command : `${cwd}: ${command}`));
}

const PYTEST = { "tests/test_a.py": "def test_a():\n    assert True\n" };

describe("detectProject", () => {
  test.each([
    [
      "pip",
      { "requirements.txt": "x\n", ...PYTEST },
      ["python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt", ".venv/bin/python -m pytest -q"],
    ],
    [
      "unittest",
      { "setup.py": "", "test_a.py": "import unittest\n" },
      ["python3 -m venv .venv", ".venv/bin/pip install -e .", ".venv/bin/python -m unittest discover -q"],
    ],
    [
      "poetry",
      { "pyproject.toml": "[tool.poetry]\nname='x'\n", "poetry.lock": "" },
      [
        "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction",
        "POETRY_VIRTUALENVS_IN_PROJECT=true poetry check",
      ],
    ],
    [
      "uv",
      { "pyproject.toml": "[project]\nname='x'\n", "uv.lock": "" },
      ["uv sync --locked", "uv pip check"],
    ],
    [
      "conda",
      { "environment.yml": "dependencies:\n  - python=3.11\n  - numpy=1.26\n  - pip:\n    - idna==3.10\n" },
      ["python3 -m venv .venv", ".venv/bin/pip install 'numpy==1.26.*' 'idna==3.10'", ".venv/bin/pip check"],
    ],
    [
      "npm with a lock",
      { "package.json": '{"scripts":{"build":"tsc","test":"jest"}}', "package-lock.json": "{}" },
      ["npm ci", "npm run build", "npm run test"],
    ],
    [
      "npm without",
      { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      ["npm install"],
    ],
    ["yarn", { "package.json": "{}", "yarn.lock": "" }, ["yarn install --frozen-lockfile"]],
    ["pnpm", { "package.json": '{"packageManager":"pnpm@9.0.0"}' }, ["pnpm install"]],
    ["cargo", { "Cargo.toml": "", "Cargo.lock": "" }, ["cargo fetch --locked", "cargo test --locked"]],
    ["go", { "go.mod": "module x\n" }, ["go mod download", "go test ./..."]],
    [
      "maven",
      { "pom.xml": "<project/>", "build.gradle": "" },
      ["mvn -B -q dependency:resolve", "mvn -B -q test"],
    ],
    [
      "gradle",
      { "build.gradle.kts": "", gradlew: "" },
      [
        "./gradlew --console=plain -q dependencies",
        "./gradlew --console=plain -q assemble",
        "./gradlew --console=plain -q test",
      ],
    ],
    [
      "cmake, with the Makefile left alone",
      { "CMakeLists.txt": "enable_testing()\n", Makefile: "all:\n" },
      ["cmake -S . -B build", "cmake --build build -j2", "ctest --test-dir build --output-on-failure"],
    ],
    ["make", { Makefile: "all:\n\ttrue\ncheck:\n\ttrue\n" }, ["make -j2", "make check"]],
    ["bundler", { Gemfile: "gem 'x'\n", ".rspec": "" }, ["bundle install", "bundle exec rspec"]],
    [
      "composer",
      { "composer.json": "{}", "phpunit.xml": "" },
      ["composer install --no-interaction", "composer validate --no-check-publish", "vendor/bin/phpunit"],
    ],
    [
      "apt beside another",
      { "apt.txt": "libpq-dev # for psycopg\n", "requirements.txt": "x\n" },
      [
        "apt-get install -y libpq-dev",
        "python3 -m venv .venv",
        ".venv/bin/pip install -r requirements.txt",
        ".venv/bin/pip check",
      ],
    ],
    [
      "a folder below the root",
      { "README.md": "", "service/app/package.json": "{}" },
      ["service/app: npm install"],
    ],
    [
      "two ecosystems in one folder",
      { "package.json": "{}", "requirements.txt": "x\n" },
      [
        "npm install",
        "python3 -m venv .venv",
        ".venv/bin/pip install -r requirements.txt",
        ".venv/bin/pip check",
      ],
    ],
    ["nothing", { "notes.txt": "" }, []],
    [
      "a Makefile that is a helper",
      { "go.mod": "module x\n", Makefile: "test:\n" },
      ["go mod download", "go test ./..."],
    ],
  ] as const)("%s", async (_name, files, commands) => {
    expect(await commandsOf(files)).toEqual(commands);
  });

  test("stops at the goal", async () => {
    expect(await commandsOf({ "go.mod": "module x\n" }, "install")).toEqual(["go mod download"]);
    expect(await commandsOf({ "go.mod": "module x\n" }, "build")).toEqual([
      "go mod download",
      "go build ./...",
    ]);
  });

  test("reads instructions of README and CI, and the indexes that they name", async () => {
    const files = await projectWith({
      "README.md":
        "Run\n\n```sh\n$ pip install -r requirements.txt -f ./wheels\nmake docs\n```\nprose: rm -rf /\n",
      ".github/workflows/ci.yml":
        "jobs:\n  a:\n    steps:\n      - run: npm ci\n      - run: |\n          cp .env.example .env\n          npm test\n      - name: x\n",
      "requirements.txt": "x\n",
    });
    const { instructions } = detectProject(files, "install");
    expect(instructions.commands.map(({ command }) => command).sort()).toEqual(
      [
        "cp .env.example .env",
        "make docs",
        "npm ci",
        "npm test",
        "pip install -r requirements.txt -f ./wheels",
      ].sort(),
    );
    expect(instructions.python_indexes).toEqual(["-f ./wheels"]);
  });
});

test.each([
  ["in a folder that is no package", ["tests/test_a.py", "tests/deep/test_b.py"], " -s tests"],
  ["in a package", ["tests/__init__.py", "tests/test_a.py"], ""],
  ["with names that end so", ["a/__init__.py", "a/x_test.py"], " -p '*test*.py'"],
  ["here and there", ["one/test_a.py", "two/test_b.py"], ""],
])("unittest finds tests %s", async (_name, paths, options) => {
  const texts = Object.fromEntries(paths.map((path) => [path, "import unittest\n"]));
  const { steps } = detectProject(await projectWith({ "setup.py": "", ...texts }), "test");
  expect(steps.at(-1)?.command).toBe(`.venv/bin/python -m unittest discover -q${options}`);
});

test("of projects side by side one is taken and the others are named; documents are none", async () => {
  const files = await projectWith({
    "README.md": "",
    "docs/requirements.txt": "sphinx\n",
    "server/requirements.txt": "flask\n",
    "client/package.json": "{}",
    "client/example/package.json": "{}",
  });
  const { found, others } = detectProject(files, "install");
  expect(found.map(({ folder, ecosystem }) => `${folder}: ${ecosystem}`)).toEqual(["client: npm"]);
  expect(others).toEqual(["server"]);
  const deep = await projectWith({ "docs/package.json": "{}", "a/b/go.mod": "module x\n" });
  expect(detectProject(deep, "install").found[0]?.folder).toBe("a/b");
});
