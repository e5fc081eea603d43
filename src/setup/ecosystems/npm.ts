import { detected, firstOf, inFolder, type Ecosystem } from "./ecosystem.js";
import { readPackageJson, scriptSteps } from "./node-scripts.js";

export const npm: Ecosystem = {
  name: "npm",
  replaces: [],
  detect(files, folder) {
    const json = readPackageJson(files, folder);
    if (json === null) return null;
    const locked = firstOf(files, folder, ["package-lock.json", "npm-shrinkwrap.json"]) !== null;
    return detected("npm", folder, inFolder(folder, "package.json"), [
      ["install", "install", locked ? "npm ci" : "npm install"],
      ...scriptSteps(json, "npm run"),
    ]);
  },
};
