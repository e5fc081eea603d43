import { describe, expect, test } from "@jest/globals";
import { conflict } from "../../../src/setup/pits/conflicts.js";
import { bindingOf, requirementsOf } from "../../../src/setup/pits/requirements.js";
import { wantedByFailure } from "../../../src/setup/pits/wanted-by-failure.js";
import { pitCommands } from "../../support/pit-commands.js";
import { projectWith } from "../../support/project.js";

const step = { id: "pip/requirements", ecosystem: "pip", goal: "install", cwd: "." } as const;
const fromFile = { ...step, command: ".venv/bin/pip install -r requirements/all.txt" };
const fromProject = { ...step, command: ".venv/bin/pip install -e ." };

describe("what a pip step asks for", () => {
  test("files within files, each by its own folder, and constraints that bind without asking", async () => {
    const files = await projectWith({
      "requirements/all.txt": "-r base.txt\n-c ../constraints.txt\nclick==8.1.7 # the command line\n",
      "requirements/base.txt": "jinja2==3.1.4\n",
      "constraints.txt": "markupsafe==1.1.1\n",
    });
    expect(requirementsOf(files, fromFile)).toEqual([
      expect.objectContaining({ text: "jinja2==3.1.4", file: "requirements/base.txt" }),
      expect.objectContaining({ text: "click==8.1.7", file: "requirements/all.txt" }),
    ]);
    expect(bindingOf(files, fromFile).map(({ text, file }) => `${file}: ${text}`)).toEqual([
      "requirements/base.txt: jinja2==3.1.4",
      "constraints.txt: markupsafe==1.1.1",
      "requirements/all.txt: click==8.1.7",
    ]);
  });

  test.each([
    ["pyproject.toml", "[project]\ndependencies = [\n  \"a[x]>=1\",\n  'b==2',\n]\n", ["a[x]>=1", "b==2"]],
    ["setup.cfg", "[options]\ninstall_requires =\n    a>=1\n    b==2\npackages = find:\n", ["a>=1", "b==2"]],
    ["setup.py", "setup(install_requires=['a>=1', \"b[y]==2\"])\n", ["a>=1", "b[y]==2"]],
  ])("the list in %s", async (file, text, expected) => {
    const files = await projectWith({ "setup.py": "", [file]: text });
    expect(requirementsOf(files, fromProject).map((entry) => entry.text)).toEqual(expected);
  });
});

test("the pin of a constraint file is loosened where it stands", async () => {
  const output = [
    "ERROR: Cannot install -r requirements.txt (line 2) because these package versions have conflicting dependencies.",
    "The conflict is caused by:",
    "    jinja2 3.1.4 depends on MarkupSafe>=2.0",
    "    The user requested (constraint) markupsafe==1.1.1",
    "ERROR: ResolutionImpossible: for help visit the documentation",
  ].join("\n");
  const files = { "requirements.txt": "-c limits.txt\njinja2==3.1.4\n", "limits.txt": "markupsafe==1.1.1\n" };
  const [command = ""] = await pitCommands(conflict, { files, step: "pip/requirements", output });
  expect(command).toMatch(/^sed -i -E .*markupsafe.* limits\.txt$/);
});

describe("a library that is only loaded", () => {
  test.each([
    ["ImportError: Unable to find zbar shared library", "zbar"],
    ["ImportError: libGL.so.1: cannot open shared object file: No such file or directory", "GL"],
    ["OSError: cannot load library 'libpango-1.0-0': error", "pango-1.0-0"],
    ['OSError: no library called "cairo-2" was found', "cairo-2"],
  ])("%s", (output, name) => {
    const [first] = wantedByFailure({ failure: { key_entities: [] } as never, output });
    expect(first?.name).toBe(name);
    expect(first?.patterns[0]).toContain("\\.so\\.[0-9]");
  });
});
