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
  return told || !usesUnittest
    ? `${python} -m pytest -q`
    : `${python} -m unittest discover -q${whereAndWhich(names, tests)}`;
}

/** unittest looks only into packages, and for names that begin with "test", unless it is told. */
function whereAndWhich(names: readonly string[], tests: readonly string[]): string {
  const folders = tests.map((name) => name.split("/").slice(0, -1));
  const [first = []] = folders;
  const differs = first.findIndex((part, index) => folders.some((folder) => folder[index] !== part));
  const common = differs === -1 ? first : first.slice(0, differs);
  const isPackage = common.every((_, index) =>
    names.includes([...common.slice(0, index + 1), "__init__.py"].join("/")),
  );
  const start = common.join("/");
  const named = tests.every((name) => (name.split("/").at(-1) ?? name).startsWith("test"));
  const where = isPackage || !/^[\w./-]+$/.test(start) ? "" : ` -s ${start}`;
  return `${where}${named ? "" : " -p '*test*.py'"}`;
}
