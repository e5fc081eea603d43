import { detected, inFolder, type Ecosystem } from "./ecosystem.js";

export const maven: Ecosystem = {
  name: "maven",
  replaces: ["gradle"],
  detect(files, folder) {
    const manifest = inFolder(folder, "pom.xml");
    if (!files.has(manifest)) return null;
    return detected("maven", folder, manifest, [
      ["install", "resolve", "mvn -B -q dependency:resolve"],
      ["build", "compile", "mvn -B -q -DskipTests package", "covered"],
      ["test", "test", "mvn -B -q test"],
    ]);
  },
};
