import { detected, inFolder, type Ecosystem } from "./ecosystem.js";
import { pythonTestCommand } from "./python-tests.js";

export const uv: Ecosystem = {
  name: "uv",
  replaces: ["pip"],
  detect(files, folder) {
    const manifest = inFolder(folder, "pyproject.toml");
    if (!files.has(manifest)) return null;
    const locked = files.has(inFolder(folder, "uv.lock"));
    const configured = files.has(inFolder(folder, "uv.toml"));
    if (!locked && !configured && !/^\[tool\.uv[\].]/m.test(files.text(manifest) ?? "")) return null;
    const test = pythonTestCommand(files, folder, "uv run python");
    return detected("uv", folder, manifest, [
      ["install", "sync", locked ? "uv sync --locked" : "uv sync"],
      ["build", "check", "uv pip check", "covered"],
      test === null ? null : ["test", "test", test],
    ]);
  },
};
