import { describe, expect, test } from "@jest/globals";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import { NO_LOOKUPS, type Lookups } from "../../../src/setup/lookups/lookups.js";
import { ALL_PITS } from "../../../src/setup/pits/all-pits.js";
import { unconditionalIncludes } from "../../../src/setup/pits/includes.js";
import { projectWith } from "../../support/project.js";

/** What every pit foresees at one step: its id and the commands. */
async function foreseen(
  files: Record<string, string>,
  stepId: string,
  lookups: Partial<Lookups> = {},
): Promise<string[]> {
  const project = await projectWith(files);
  const detection = detectProject(project, "test");
  const step = detection.steps.find(({ id }) => id === stepId);
  if (step === undefined) throw new Error(`no step ${stepId}`);
  const surroundings = {
    files: project,
    detection,
    python_indexes: [],
    lookups: { ...NO_LOOKUPS, ...lookups },
  };
  const found = await Promise.all(
    ALL_PITS.map(async (pit) => (await pit.foresee?.(surroundings, step)) ?? []),
  );
  return found.flat().map(({ pit, strategy }) => `${pit}: ${strategy.steps.join(" && ")}`);
}

const offer = {
  name: "shapes",
  exists: true,
  matching: true,
  yanked: false,
  newest: "1.0",
  offers: { "3.13": "wheel", "3.11": "wheel", "3.9": "wheel" },
  versions: ["1.0"],
  hashes: null,
} as const;

describe("what is foreseen", () => {
  test("a header of the project's own C sources that the system lacks", async () => {
    const asked: string[] = [];
    const lookups: Partial<Lookups> = {
      missing: (wanted) => {
        asked.push(...wanted);
        return Promise.resolve(wanted.filter((word) => word === "header:cairo.h"));
      },
      systemFiles: (pattern) =>
        Promise.resolve(
          pattern.includes("cairo") ? [{ path: "include/cairo/cairo.h", package: "libcairo2-dev" }] : [],
        ),
    };
    const files = {
      Makefile: "all:\n\tcc -o draw draw.c\n",
      "draw.c":
        '#include <stdio.h>\n#include <cairo.h>\n#include "own.h"\n#ifdef _WIN32\n#include <windows.h>\n#endif\n',
      "own.h": "",
    };
    expect(await foreseen(files, "make/build", lookups)).toEqual([
      "missing-system-file: apt-get install -y libcairo2-dev",
    ]);
    expect(asked).toContain("header:stdio.h");
    expect(asked).not.toContain("header:windows.h");
  });

  test("another interpreter, where a pin has nothing for the default one", async () => {
    const files = { "requirements.txt": "shapes==1.0\n" };
    const old = { ...offer, offers: { "3.13": null, "3.11": "wheel", "3.9": "wheel" } as const };
    const lookups: Partial<Lookups> = { pythonOffers: () => Promise.resolve({ "shapes==1.0": old }) };
    expect(await foreseen(files, "pip/venv", lookups)).toEqual([
      "other-runtime: uv venv --quiet --clear --seed --python 3.11 .venv",
    ]);
    const fine: Partial<Lookups> = { pythonOffers: () => Promise.resolve({ "shapes==1.0": offer }) };
    expect(await foreseen(files, "pip/venv", fine)).toEqual([]);
  });

  test("a version that the index does not have", async () => {
    const files = { "requirements.txt": "shapes==9.9\n" };
    const none = { ...offer, matching: false, newest: null, versions: ["1.0", "0.9"] };
    const lookups: Partial<Lookups> = { pythonOffers: () => Promise.resolve({ "shapes==9.9": none }) };
    const [found] = await foreseen(files, "pip/requirements", lookups);
    expect(found).toMatch(/^other-version: sed .*==1\.0/);
  });

  test("a peer that the project takes in another version", async () => {
    const files = { "package.json": JSON.stringify({ dependencies: { widget: "1.0.0", core: "^2.0.0" } }) };
    const packages = {
      widget: { tags: {}, versions: { "1.0.0": { peerDependencies: { core: "^1.0.0" } } } },
      core: { tags: {}, versions: { "2.1.0": {}, "1.4.0": {} } },
    };
    const lookups: Partial<Lookups> = { nodePackages: () => Promise.resolve(packages) };
    expect(await foreseen(files, "npm/install", lookups)).toEqual([
      "peer-conflict: npm install --legacy-peer-deps",
    ]);
  });

  test("a private package that no source imports, and one that a source needs", async () => {
    const lookups: Partial<Lookups> = { nodePackages: () => Promise.resolve({ "@ours/rules": null }) };
    const json = { "package.json": JSON.stringify({ devDependencies: { "@ours/rules": "^1" } }) };
    expect(await foreseen(json, "npm/install", lookups)).toEqual([
      "private-package: npm pkg delete 'devDependencies[@ours/rules]' && rm -f package-lock.json",
    ]);
    expect(await foreseen({ ...json, "a.js": 'require("@ours/rules");' }, "npm/install", lookups)).toEqual(
      [],
    );
  });

  test("settings that only the CI file gives, an environment file, and a script without its mode", async () => {
    const files = {
      "requirements.txt": "pytest\n",
      "app.py": 'import os\nNAME = os.environ["APP_NAME"]\n',
      "test_app.py": "import app\n",
      ".github/workflows/ci.yml":
        "jobs:\n  test:\n    env:\n      APP_NAME: Kiel at sea\n      OTHER_URL: ${{ secrets.X }}\n",
    };
    expect(await foreseen(files, "pip/test")).toEqual([
      "missing-setting: APP_NAME='Kiel at sea' .venv/bin/python -m pytest -q",
    ]);
    const env = { "package.json": '{"scripts":{"test":"node t.js"}}', "t.js": "", ".env.sample": "A=1\n" };
    expect(await foreseen(env, "npm/test")).toEqual(["missing-env-file: cp .env.sample .env"]);
    const make = { Makefile: "all:\n\t./tool.sh\n", "tool.sh": "#!/bin/sh\r\n" };
    expect(await foreseen(make, "make/build")).toEqual([
      "not-executable: chmod +x tool.sh",
      "carriage-returns: sed -i 's/\\r$//' tool.sh",
    ]);
  });

  test("a name in other capitals, below any folder of headers too", async () => {
    const files = {
      Makefile: "all:\n\tcc -Iinclude -o a src/a.c\n",
      "src/a.c": '#include "Shapes/circle.h"\n',
      "include/shapes/circle.h": "",
    };
    expect(await foreseen(files, "make/build")).toEqual(["file-name-case: ln -sf shapes include/Shapes"]);
  });

  test("lock files that lag behind, of each tool", async () => {
    const cargo = { "Cargo.toml": '[dependencies]\nserde = "1"\n', "Cargo.lock": 'name = "itoa"\n' };
    expect(await foreseen(cargo, "cargo/fetch")).toEqual(["lock-out-of-step: cargo fetch"]);
    const poetry = {
      "pyproject.toml":
        '[tool.poetry]\nname = "x"\n[tool.poetry.dependencies]\npython = "^3.9"\nflask = "*"\n',
      "poetry.lock": 'name = "click"\n',
    };
    expect(await foreseen(poetry, "poetry/install")).toEqual([
      "lock-out-of-step: POETRY_VIRTUALENVS_IN_PROJECT=true poetry lock",
    ]);
  });

  test("nothing where nothing is wrong", async () => {
    expect(await foreseen({ "package.json": '{"dependencies":{"a":"1"}}' }, "npm/install")).toEqual([]);
    expect(await foreseen({ "pom.xml": "<project><parent></parent></project>" }, "maven/test")).toEqual([]);
  });
});

test("includes under a condition are not wanted, an include guard is none", () => {
  const text =
    "#ifndef A_H\n#define A_H\n#include <zlib.h>\n#if WITH_PNG\n#include <png.h>\n#endif\n#endif\n";
  expect(unconditionalIncludes(text)).toEqual(["zlib.h"]);
});

test.each([
  [
    "a guard of any name",
    "/* x */\n#ifndef __h_common\n#define __h_common\n#include <lber.h>\n#endif\n",
    ["lber.h"],
  ],
  ["a macro that the build defines", "#ifdef HAVE_SASL\n#include <sasl/sasl.h>\n#endif\n", ["sasl/sasl.h"]],
  ["one that it does not", "#if defined(HAVE_X)\n#include <x.h>\n#else\n#include <y.h>\n#endif\n", []],
  ["all systems but another one", "#ifndef _WIN32\n#include <curses.h>\n#endif\n", ["curses.h"]],
  ["not defined is no guard", "#ifndef HAVE_Y\n#include <y.h>\n#endif\n#include <z.h>\n", ["z.h"]],
])("includes: %s", (_name, text, headers) => {
  expect(unconditionalIncludes(text, new Set(["HAVE_SASL"]))).toEqual(headers);
});
