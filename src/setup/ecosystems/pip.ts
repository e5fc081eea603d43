import { detected, firstOf, type Ecosystem } from "./ecosystem.js";
import { pythonTestCommand } from "./python-tests.js";

const REQUIREMENTS = [
  "requirements.txt",
  "requirements/base.txt",
  "requirements/requirements.txt",
  "requirements-base.txt",
  "requires.txt",
];

export const pip: Ecosystem = {
  name: "pip",
  replaces: [],
  detect(files, folder) {
    const requirements = firstOf(files, folder, REQUIREMENTS);
    // A setup.cfg alone, or a pyproject.toml that only configures tools, is nothing that pip installs.
    const pyproject = firstOf(files, folder, ["pyproject.toml"]);
    const declared = pyproject !== null && /^\[(?:project|build-system)\]/m.test(files.text(pyproject) ?? "");
    const project = declared ? pyproject : firstOf(files, folder, ["setup.py"]);
    const packaged = project !== null;
    const manifest = requirements ?? project;
    if (manifest === null) return null;
    const relative = (path: string) => (folder === "." ? path : path.slice(folder.length + 1));
    const test = pythonTestCommand(files, folder, ".venv/bin/python");
    return detected("pip", folder, manifest, [
      ["install", "venv", "python3 -m venv .venv"],
      requirements === null
        ? null
        : ["install", "requirements", `.venv/bin/pip install -r ${relative(requirements)}`],
      packaged ? ["install", "project", ".venv/bin/pip install -e ."] : null,
      ["build", "check", ".venv/bin/pip check", "covered"],
      test === null ? null : ["test", "test", test],
    ]);
  },
};
