import { detected, inFolder, type Ecosystem } from "./ecosystem.js";
import { readPackageJson, scriptSteps } from "./node-scripts.js";

export const pnpm: Ecosystem = {
  name: "pnpm",
  replaces: ["npm"],
  detect(files, folder) {
    const json = readPackageJson(files, folder);
    const locked = files.has(inFolder(folder, "pnpm-lock.yaml"));
    if (json === null || (!locked && json.packageManager?.startsWith("pnpm@") !== true)) return null;
    return detected("pnpm", folder, inFolder(folder, "package.json"), [
      ["install", "install", locked ? "pnpm install --frozen-lockfile" : "pnpm install"],
      ...scriptSteps(json, "pnpm run"),
    ]);
  },
};
