import { parse } from "yaml";
import { detected, firstOf, type Ecosystem } from "./ecosystem.js";
import { pythonTestCommand } from "./python-tests.js";

/** Conda's channels are not among the registries: what an environment file asks of PyPI's names is installed by pip. */
export const conda: Ecosystem = {
  name: "conda",
  replaces: [],
  detect(files, folder) {
    const manifest = firstOf(files, folder, ["environment.yml", "environment.yaml", "conda.yml"]);
    if (
      manifest === null ||
      firstOf(files, folder, ["requirements.txt", "pyproject.toml", "setup.py"]) !== null
    )
      return null;
    const packages = packagesOf(files.text(manifest) ?? "");
    const test = pythonTestCommand(files, folder, ".venv/bin/python");
    return detected("conda", folder, manifest, [
      ["install", "venv", "python3 -m venv .venv"],
      packages.length === 0
        ? null
        : ["install", "packages", `.venv/bin/pip install ${packages.map((name) => `'${name}'`).join(" ")}`],
      ["build", "check", ".venv/bin/pip check", "covered"],
      test === null ? null : ["test", "test", test],
    ]);
  },
};

/** "numpy=1.26" is conda's way of writing "numpy==1.26.*". */
function packagesOf(text: string): string[] {
  let document: unknown;
  try {
    document = parse(text);
  } catch {
    return [];
  }
  const listed = (document as { dependencies?: unknown } | null)?.dependencies;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) => {
    if (typeof entry === "string")
      return /^(?:python|pip)\b/.test(entry) ? [] : [entry.replace(/^([\w.-]+)=([\w.]+)$/, "$1==$2.*")];
    const nested = (entry as { pip?: unknown } | null)?.pip;
    return Array.isArray(nested) ? nested.filter((name): name is string => typeof name === "string") : [];
  });
}
