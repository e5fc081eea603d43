import { detected, inFolder, type Ecosystem } from "./ecosystem.js";
import { readPackageJson, scriptSteps } from "./node-scripts.js";

export const yarn: Ecosystem = {
  name: "yarn",
  replaces: ["npm"],
  detect(files, folder) {
    const json = readPackageJson(files, folder);
    const locked = files.has(inFolder(folder, "yarn.lock"));
    if (json === null || (!locked && json.packageManager?.startsWith("yarn@") !== true)) return null;
    return detected("yarn", folder, inFolder(folder, "package.json"), [
      ["install", "install", locked ? "yarn install --frozen-lockfile" : "yarn install"],
      ...scriptSteps(json, "yarn run"),
    ]);
  },
};
