import { describe, expect, test } from "@jest/globals";
import { testRequirements } from "../../../src/setup/pits/python-extras.js";
import type { SetupStep } from "../../../src/setup/setup.js";
import { projectWith } from "../../support/project.js";

async function commands(
  files: Record<string, string>,
  ecosystem: "pip" | "uv" = "pip",
  lacking: string[] = ["time_machine"],
): Promise<string[]> {
  const step: SetupStep = { id: `${ecosystem}/test`, ecosystem, goal: "test", command: "x", cwd: "." };
  const project = await projectWith(files);
  return testRequirements(project, step, lacking).flatMap(({ strategy }) => strategy.steps);
}

describe("what a project keeps for its tests", () => {
  test.each([
    [
      "an extra of another name, known by what it holds",
      '[project]\nname = "a"\n[project.optional-dependencies]\ndocs = ["sphinx"]\nverify = [\n  "Time-Machine>=2",\n]\n',
      ".venv/bin/pip install -e '.[verify]'",
    ],
    [
      "an extra called after the tests goes first",
      '[project.optional-dependencies]\nfull = ["time-machine"]\ntests = ["pytest"]\n[tool.x]\ndev = []\n',
      ".venv/bin/pip install -e '.[tests]'",
    ],
    ["a group is no extra", '[dependency-groups]\nqa = ["pytest>=8"]\n', ".venv/bin/pip install --group qa"],
  ])("%s", async (_name, text, command) => {
    expect(await commands({ "pyproject.toml": text })).toEqual([command]);
  });

  test("setup.cfg and setup.py", async () => {
    const cfg =
      "[options.extras_require]\ndocs =\n    sphinx\nsuite =\n    time-machine==2.1\n    six\n[flake8]\n";
    expect(await commands({ "setup.cfg": cfg })).toEqual([".venv/bin/pip install -e '.[suite]'"]);
    const one = 'setup(name="a", extras_require={"docs": ["x"], "suite": ["time-machine"]})\n';
    expect(await commands({ "setup.py": one })).toEqual([".venv/bin/pip install -e '.[suite]'"]);
    const many =
      'setup(\n    extras_require={\n        "docs": ["x"],\n        "suite": [\n            "time-machine",\n        ],\n    },\n)\n';
    expect(await commands({ "setup.py": many })).toEqual([".venv/bin/pip install -e '.[suite]'"]);
  });

  test("uv takes them all; nothing is made up where nothing holds it", async () => {
    const text = '[project.optional-dependencies]\nverify = ["time-machine"]\n';
    expect(await commands({ "pyproject.toml": text }, "uv")).toEqual(["uv sync --all-extras --all-groups"]);
    const docs = '[project.optional-dependencies]\ndocs = ["sphinx"]\n';
    expect(await commands({ "pyproject.toml": docs })).toEqual([]);
  });
});
