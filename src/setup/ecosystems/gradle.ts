import { detected, firstOf, inFolder, type Ecosystem } from "./ecosystem.js";

export const gradle: Ecosystem = {
  name: "gradle",
  replaces: [],
  detect(files, folder) {
    const manifest = firstOf(files, folder, ["build.gradle", "build.gradle.kts"]);
    if (manifest === null) return null;
    const tool = files.has(inFolder(folder, "gradlew")) ? "./gradlew" : "gradle";
    return detected("gradle", folder, manifest, [
      ["install", "dependencies", `${tool} --console=plain -q dependencies`],
      ["build", "assemble", `${tool} --console=plain -q assemble`],
      ["test", "test", `${tool} --console=plain -q test`],
    ]);
  },
};
