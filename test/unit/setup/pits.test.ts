import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { emptyEnvironment } from "../../../src/environment/environment.js";
import { parseLog } from "../../../src/failures/parse-log.js";
import { chooseWay, keyOf } from "../../../src/setup/choose-way.js";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import { conditionsOf, holdIn } from "../../../src/setup/memory/applies.js";
import { pinsOf } from "../../../src/setup/memory/pins.js";
import { NO_LOOKUPS } from "../../../src/setup/lookups/lookups.js";
import { fillSlots, way, type FailedStep } from "../../../src/setup/pits/pit.js";
import { isNpmLockBehind } from "../../../src/setup/pits/locks-behind.js";
import { satisfiesPython } from "../../../src/setup/pits/runtimes.js";
import { choosePackages } from "../../../src/setup/pits/system-files.js";
import { closestVersion } from "../../../src/setup/pits/closest-version.js";
import { playbookWays } from "../../../src/setup/playbook-ways.js";
import type { SetupStep, Way } from "../../../src/setup/setup.js";
import { projectWith } from "../../support/project.js";

async function waysOf(
  files: Record<string, string>,
  stepId: string,
  output: string,
  options: Partial<FailedStep> = {},
): Promise<Way[]> {
  const project = await projectWith(files);
  const detection = detectProject(project, "test");
  const step = detection.steps.find(({ id }) => id === stepId);
  const [failure] = parseLog(
    output,
    step === undefined ? {} : { command: step.command, exitCode: 1 },
  ).failures;
  if (step === undefined || failure === undefined) throw new Error(`no step ${stepId} or no failure`);
  return await playbookWays({
    files: project,
    detection,
    python_indexes: [],
    lookups: NO_LOOKUPS,
    done: [],
    failure,
    step,
    output,
    ...options,
  });
}

/** What a command makes of one file. */
function applied(command: string, file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-applied-"));
  writeFileSync(join(folder, file), text);
  execFileSync("/bin/bash", ["-c", command], { cwd: folder });
  const result = readFileSync(join(folder, file), "utf8");
  rmSync(folder, { recursive: true });
  return result;
}

function best(ways: readonly Way[]): string[] {
  return chooseWay(ways, new Set(), { id: "x" } as SetupStep)?.strategy.steps ?? [];
}

describe("pits", () => {
  const MISSING =
    "ERROR: Could not find a version that satisfies the requirement idna==99.0 (from versions: 2.9, 3.9, 3.10)\nERROR: No matching distribution found for idna==99.0\n";

  test("a version that is not there: the nearest one, or an index that is allowed", async () => {
    const files = { "requirements.txt": "requests==2.32.3\nIdna == 99.0\n" };
    const [first] = best(await waysOf(files, "pip/requirements", MISSING));
    const texts = "Idna == 99.0\nidna[a]>=99.0, <100 # x\nmy-idna==99.0\n'idna~=99.0',\n";
    expect(applied(first ?? "", "requirements.txt", texts)).toBe(
      "Idna ==3.10\nidna[a]==3.10 # x\nmy-idna==99.0\n'idna==3.10',\n",
    );
    const allowed = await waysOf(files, "pip/requirements", MISSING, { python_indexes: ["-f ./wheels"] });
    expect(best(allowed)).toEqual([".venv/bin/pip install -r requirements.txt -f ./wheels"]);
  });

  test("uv does not say which versions there are: the index is asked", async () => {
    const pyproject = '[project]\ndependencies = ["tomli-w==1.9.0"]\n[tool.uv]\npackage = false\n';
    const offer = { name: "tomli-w", exists: true, matching: false, yanked: false, newest: null, offers: {} };
    const known = { ...offer, versions: ["1.2.0", "1.0.0"], hashes: null };
    const lookups = { ...NO_LOOKUPS, pythonOffers: () => Promise.resolve({ "tomli-w==1.9.0": known }) };
    const log =
      "error: No solution found when resolving dependencies\n  cause: Because there is no version of tomli-w==1.9.0\n";
    const [first] = best(await waysOf({ "pyproject.toml": pyproject }, "uv/sync", log, { lookups }));
    expect(first).toContain("==1.2.0/I' pyproject.toml");
  });

  test("npm's lock file out of step, and its peers", async () => {
    const files = { "package.json": "{}", "package-lock.json": "{}" };
    const lock =
      "npm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.\n";
    expect(best(await waysOf(files, "npm/install", lock))).toEqual(["npm install"]);
    const peers =
      'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error Could not resolve dependency:\nnpm error peer react@"^17" from old-widget@1.0.0\n';
    expect(best(await waysOf({ "package.json": "{}" }, "npm/install", peers))).toEqual([
      "npm install --legacy-peer-deps",
    ]);
  });

  test("a header is looked up, and its development package installed", async () => {
    const asked: string[] = [];
    const ways = await waysOf(
      { Makefile: "all:\n" },
      "make/build",
      "main.c:1:10: fatal error: libpq-fe.h: No such file or directory\ncompilation terminated.\n",
      {
        lookups: {
          ...NO_LOOKUPS,
          systemFiles: (pattern) => {
            asked.push(pattern);
            return Promise.resolve([{ path: "include/postgresql/libpq-fe.h", package: "libpq-dev" }]);
          },
        },
      },
    );
    expect(best(ways)).toEqual(["apt-get install -y libpq-dev"]);
    expect(asked[0]).toContain("libpq-fe\\.h");
  });

  test("tests that need the project's own extra", async () => {
    const files = {
      "pyproject.toml":
        "[project]\nname='x'\nversion='1'\n[project.optional-dependencies]\ntest = ['pytest']\n",
      "tests/test_a.py": "import yaml\n",
    };
    const ways = await waysOf(files, "pip/test", "/work/repo/.venv/bin/python: No module named pytest\n");
    expect(best(ways)).toEqual([".venv/bin/pip install -e '.[test]'"]);
  });

  test("a package that tells itself what is gone from it is held back; a program that says so of its own is not", async () => {
    const files = { "requirements.txt": "sketchpad\n", "tests/test_a.py": "import sketchpad\n" };
    const traceback = (place: string): string =>
      `Traceback (most recent call last):\n  File "/work/repo/a.py", line 1, in <module>\n    from sketchpad import Pen\n  File "${place}/__init__.py", line 9, in __getattr__\n    raise GoneError(\nsketchpad.errors.GoneError: \`Pen\` has been moved to the \`sketchpad-pens\` package.\n`;
    const installed = traceback("/work/repo/.venv/lib/python3.13/site-packages/sketchpad");
    expect(best(await waysOf(files, "pip/test", installed))[0]).toContain(
      'pip install "sketchpad<$(.venv/bin/pip show sketchpad',
    );
    const own = await waysOf(files, "pip/test", traceback("/work/repo/sketchpad"));
    expect(JSON.stringify(own)).not.toContain("pip show");
  });

  test("every command of every way fills its slots", async () => {
    for (const found of await waysOf({ "requirements.txt": "idna==99.0\n" }, "pip/requirements", MISSING, {
      python_indexes: ["-f x"],
    }))
      for (const step of found.strategy.steps) expect(step).not.toMatch(/\{[a-z_]+\}/);
    expect(fillSlots("pip install {package}=={version} {other}", { package: "a", version: "1" })).toBe(
      "pip install a==1 {other}",
    );
  });
});

describe("helpers", () => {
  test.each([
    ["3.13", ">=3.9,<3.12", false],
    ["3.11", ">=3.9,<3.12", true],
    ["3.9", ">=3.9, <3.12", true],
    ["3.11", "^3.8", true],
    ["3.13", "~3.11", false],
    ["3.11", "~=3.11.2", true],
    ["3.13", "==3.11.*", false],
    ["3.11", "!=3.11.*", false],
    ["3.13", ">3.9", true],
    ["3.9", "<3.9", false],
    ["3.13", "nonsense", true],
  ])("Python %s in %s: %s", (minor, range, expected) => {
    expect(satisfiesPython(minor, range)).toBe(expected);
  });

  test.each([
    ["99.0", ["2.9", "3.9", "3.10"], "3.10"],
    ["2.31.99", ["2.30.0", "2.31.0", "2.32.0"], "2.31.0"],
    ["1.0", ["2.0rc1"], "2.0rc1"],
    ["1.0", [], null],
  ])("the version closest to %s", (wanted, available, expected) => {
    expect(closestVersion(wanted, available)).toBe(expected);
  });

  test("the package that is named like the file", () => {
    const found = [
      { path: "bin/pg_config", package: "postgresql-common" },
      { path: "bin/pg_config", package: "libpq-dev" },
    ];
    expect(choosePackages(found, "pg_config")).toContain("libpq-dev");
    expect(
      choosePackages(
        [
          { path: "include/botan-2/botan/ffi.h", package: "libbotan-2-dev" },
          { path: "include/x86_64-linux-gnu/ffi.h", package: "libffi-dev" },
        ],
        "ffi.h",
      )[0],
    ).toBe("libffi-dev");
  });

  test("a lock file that lags behind its manifest", async () => {
    const lock = (range: string) => JSON.stringify({ packages: { "": { dependencies: { a: range } } } });
    expect(
      isNpmLockBehind(
        await projectWith({ "package.json": '{"dependencies":{"a":"^2"}}', "package-lock.json": lock("^1") }),
        ".",
      ),
    ).toBe(true);
    expect(
      isNpmLockBehind(
        await projectWith({ "package.json": '{"dependencies":{"a":"^1"}}', "package-lock.json": lock("^1") }),
        ".",
      ),
    ).toBe(false);
    expect(
      isNpmLockBehind(
        await projectWith({ "package.json": '{"dependencies":{"a":"^1"}}', "package-lock.json": "no json" }),
        ".",
      ),
    ).toBe(false);
  });

  test("the highest expected value is taken, and nothing twice", () => {
    const step = { id: "s" } as SetupStep;
    const make = (command: string, probability: number, seconds: number, risk: number) =>
      way("p", { kind: "insert_step", template: [command], why: "", probability, seconds, risk });
    const ways = [
      make("safe", 0.6, 10, 0),
      make("likely", 0.9, 10, 0.9),
      make("slow", 0.7, 200, 0),
      make("hopeless", 0.02, 60, 0.5),
    ];
    const first = chooseWay(ways, new Set(), step);
    expect(first?.strategy.steps).toEqual(["safe"]);
    const tried = new Set(ways.slice(0, 3).map((tried) => keyOf(tried, step)));
    expect(chooseWay(ways, tried, step)).toBeNull();
  });

  test("a memory of another system, processor or runtime line does not apply", () => {
    const fact = (value: string) => ({
      value,
      source: { kind: "sandbox" as const, comment_id: null, author_role: null },
      confidence: 1,
    });
    const here = {
      ...emptyEnvironment(),
      os_family: fact("linux"),
      arch: fact("x86_64"),
      runtimes: { python: fact("3.13.5") },
    };
    const conditions = conditionsOf(here, "python");
    expect(conditions).toEqual([
      { dimension: "os_family", expected: "linux" },
      { dimension: "arch", expected: "x86_64" },
      { dimension: "runtimes.python", expected: "3.13" },
    ]);
    expect(holdIn(conditions, { ...here, runtimes: { python: fact("3.13.1") } })).toBe(true);
    expect(holdIn(conditions, { ...here, runtimes: { python: fact("3.11.2") } })).toBe(false);
    expect(holdIn(conditions, { ...here, arch: fact("aarch64") })).toBe(false);
    expect(holdIn(conditions, { ...here, os_family: fact("macos") })).toBe(false);
    expect(holdIn(conditions, emptyEnvironment())).toBe(true);
  });

  test("the packages that a step is about to install", async () => {
    const python = await projectWith({
      "requirements.txt": "Requests[socks]==2.32.3 ; python_version > '3'\nidna\n# a comment\n-r other.txt\n",
    });
    const step = { ecosystem: "pip", cwd: "." } as SetupStep;
    expect(pinsOf(python, step)).toEqual(
      expect.arrayContaining([
        { name: "requests", version: "2.32.3" },
        { name: "idna", version: null },
      ]),
    );
    const node = await projectWith({
      "package.json": '{"dependencies":{"a":"^1.2.3"},"devDependencies":{"b":"latest"}}',
    });
    expect(pinsOf(node, { ecosystem: "npm", cwd: "." } as SetupStep)).toEqual([
      { name: "a", version: "1.2.3" },
      { name: "b", version: null },
    ]);
  });
});
