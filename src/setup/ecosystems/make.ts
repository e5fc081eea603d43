import { detected, firstOf, inFolder, type Ecosystem } from "./ecosystem.js";

/** A Makefile beside another manifest is that ecosystem's helper; alone it is the way to build. */
export const make: Ecosystem = {
  name: "make",
  replaces: [],
  detect(files, folder) {
    const manifest = firstOf(files, folder, ["Makefile", "makefile", "GNUmakefile"]);
    const configure = files.has(inFolder(folder, "configure"));
    if (manifest === null && !configure) return null;
    const targets = manifest === null ? "" : (files.text(manifest) ?? "");
    const test = /^(test|check) ?:/m.exec(targets)?.[1];
    return detected("make", folder, manifest ?? inFolder(folder, "configure"), [
      configure ? ["install", "configure", "./configure"] : null,
      ["build", "build", "make -j2"],
      test === undefined ? null : ["test", "test", `make ${test}`],
    ]);
  },
};
