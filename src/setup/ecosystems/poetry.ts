import { detected, inFolder, type Ecosystem } from "./ecosystem.js";
import { pythonTestCommand } from "./python-tests.js";

const POETRY = "POETRY_VIRTUALENVS_IN_PROJECT=true poetry";

export const poetry: Ecosystem = {
  name: "poetry",
  replaces: ["pip"],
  detect(files, folder) {
    const manifest = inFolder(folder, "pyproject.toml");
    if (!/^\[tool\.poetry\]/m.test(files.text(manifest) ?? "") && !files.has(inFolder(folder, "poetry.lock")))
      return null;
    const test = pythonTestCommand(files, folder, `${POETRY} run python`);
    return detected("poetry", folder, manifest, [
      ["install", "install", `${POETRY} install --no-interaction`],
      ["build", "check", `${POETRY} check`, "covered"],
      test === null ? null : ["test", "test", test],
    ]);
  },
};
