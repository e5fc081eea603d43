import { detected, firstOf, inFolder, type Ecosystem } from "./ecosystem.js";

export const composer: Ecosystem = {
  name: "composer",
  replaces: [],
  detect(files, folder) {
    const manifest = inFolder(folder, "composer.json");
    if (!files.has(manifest)) return null;
    const phpunit = firstOf(files, folder, ["phpunit.xml", "phpunit.xml.dist"]) !== null;
    return detected("composer", folder, manifest, [
      ["install", "install", "composer install --no-interaction"],
      ["build", "validate", "composer validate --no-check-publish"],
      phpunit ? ["test", "test", "vendor/bin/phpunit"] : null,
    ]);
  },
};
