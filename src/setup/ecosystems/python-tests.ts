import { inFolder } from "./ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** How a Python project's tests are started: with pytest where anything speaks for it, else by unittest. */
export function pythonTestCommand(files: ProjectFiles, folder: string, python: string): string | null {
  const names = files.names(folder);
  const tests = names.filter((name) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(name));
  if (tests.length === 0) return null;
  const told = names.some((name) =>
    /^(?:pytest\.ini|conftest\.py|tests?\/conftest\.py|tox\.ini)$/.test(name),
  );
  const usesUnittest = tests.every(
    (name) => files.text(inFolder(folder, name))?.includes("unittest") === true,
  );
  return told || !usesUnittest ? `${python} -m pytest -q` : `${python} -m unittest discover -q`;
}
