import { detected, firstOf, inFolder, type Ecosystem } from "./ecosystem.js";

/** A Makefile beside another manifest is that ecosystem's helper; alone it is the way to build. */
export const make: Ecosystem = {
  name: "make",
  replaces: [],
  detect(files, folder) {
    const manifest = firstOf(files, folder, ["Makefile", "makefile", "GNUmakefile"]);
    const template = firstOf(files, folder, ["configure.ac", "configure.in"]);
    const configure = firstOf(files, folder, ["configure"]);
    if (manifest === null && configure === null && template === null) return null;
    const automake = firstOf(files, folder, ["Makefile.am"]);
    const targets = manifest === null ? "" : (files.text(manifest) ?? "");
    const test = automake !== null && manifest === null ? "check" : /^(test|check) ?:/m.exec(targets)?.[1];
    const own = ["autogen.sh", "bootstrap", "bootstrap.sh"].find((name) => files.has(inFolder(folder, name)));
    const bootstrap = own === undefined ? "autoreconf --install" : `./${own}`;
    const configures = configure !== null || (template !== null && manifest === null);
    return detected("make", folder, manifest ?? configure ?? template ?? "Makefile", [
      configure === null && configures ? ["install", "bootstrap", bootstrap] : null,
      configures ? ["install", "configure", "./configure"] : null,
      ["build", "build", "make -j2"],
      test === undefined ? null : ["test", "test", `make ${test}`],
    ]);
  },
};
