import { detected, firstOf, type Ecosystem } from "./ecosystem.js";

/** System packages that the repository itself lists, one a line. */
export const apt: Ecosystem = {
  name: "apt",
  replaces: [],
  detect(files, folder) {
    const manifest = firstOf(files, folder, ["apt.txt", "Aptfile", "packages.txt", "apt-packages.txt"]);
    if (manifest === null) return null;
    const names = (files.text(manifest) ?? "")
      .split("\n")
      .map((line) => line.replace(/#.*/, "").trim())
      .filter((line) => /^[a-z0-9][a-z0-9+.-]+$/.test(line));
    if (names.length === 0) return null;
    return detected("apt", folder, manifest, [
      ["install", "packages", `apt-get install -y ${names.join(" ")}`],
    ]);
  },
};
