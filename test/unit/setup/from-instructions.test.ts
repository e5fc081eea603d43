import { describe, expect, test } from "@jest/globals";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import { readInstructions } from "../../../src/setup/detect/instructions.js";
import { NO_LOOKUPS } from "../../../src/setup/lookups/lookups.js";
import { fromInstructions } from "../../../src/setup/pits/from-instructions.js";
import { missingPythonModule } from "../../../src/setup/pits/python-modules.js";
import { otherRuntime } from "../../../src/setup/pits/runtimes.js";
import { wantedByFailure } from "../../../src/setup/pits/wanted-by-failure.js";
import { parseLog } from "../../../src/failures/parse-log.js";
import { pitCommands } from "../../support/pit-commands.js";
import { projectWith } from "../../support/project.js";

const README = `# wren

* \`$ sudo apt-get install libwren-dev pkg-config\`  # Debian

\`\`\`sh
pip install wren
brew install wren && export WREN_DIR="$(brew --prefix)"
export WREN_DIR=/usr
cp ci/wren.ini wren-\${WREN_VERSION}/setup.ini
make setup   # once
\`\`\`
`;
const FILES = {
  "README.md": README,
  "pyproject.toml": '[project]\nname = "wren"\nrequires-python = ">=3.9"\n[build-system]\nrequires = []\n',
};
const OUTPUT =
  "Trying pkg-config --exists libwren\nCommand 'pkg-config --exists libwren' returned non-zero exit status 1.\n" +
  "Trying pkg-config --exists wren\nException: Can not find valid pkg-config name.\nERROR: Failed building editable for wren\n";

describe("what a README says", () => {
  test("commands in a line of text are read, remarks behind commands are not", async () => {
    const { commands } = readInstructions(await projectWith(FILES));
    const said = commands.map(({ command }) => command);
    expect(said).toContain("sudo apt-get install libwren-dev pkg-config");
    expect(said).toContain("make setup");
  });

  test("what is of another system, has no effect or installs the project itself is not tried", async () => {
    const tried = await pitCommands(fromInstructions, { files: FILES, step: "pip/project", output: OUTPUT });
    expect(tried).toEqual(["apt-get install libwren-dev pkg-config", "make setup"]);
  });
});

test("names that a build asked pkg-config for", () => {
  const [failure] = parseLog(OUTPUT, { command: "pip install -e .", exitCode: 1 }).failures;
  if (failure === undefined) throw new Error("the log shows no failure");
  const wanted = wantedByFailure({ failure, output: OUTPUT }).map(({ name }) => name);
  expect(wanted).toEqual(expect.arrayContaining(["libwren", "wren"]));
});

test.each([
  [">=3.9", false],
  [">=3.9,<3.12", true],
])(
  "a range that holds for the interpreter at hand is no reason for another one: %s",
  async (range, likely) => {
    const pyproject = FILES["pyproject.toml"].replace(">=3.9", range);
    const files = await projectWith({ ...FILES, "pyproject.toml": pyproject });
    const detection = detectProject(files, "install");
    const step = detection.steps.find(({ id }) => id === "pip/project");
    const [failure] = parseLog(OUTPUT, { command: "pip install -e .", exitCode: 1 }).failures;
    if (step === undefined || failure === undefined) throw new Error("no step or no failure");
    const surroundings = { files, detection, python_indexes: [], lookups: NO_LOOKUPS };
    const [first] = await otherRuntime.react({ ...surroundings, failure, step, output: OUTPUT, done: [] });
    expect((first?.strategy.success_probability ?? 0) > 0.5).toBe(likely);
  },
);

test("a package that failed to build is not fetched by its name", async () => {
  const output =
    "  error: command 'gcc' failed\n  ERROR: Failed building wheel for wren\nERROR: Failed to build 'wren'\n";
  const asked = { files: { "requirements.txt": "./native\n" }, step: "pip/requirements", output };
  expect(await pitCommands(missingPythonModule, asked)).toEqual([]);
  const refused = { ...asked, output: "error in wren setup command: use_2to3 is invalid.\n" };
  expect(await pitCommands(missingPythonModule, refused)).toEqual([]);
});
