import { detected, inFolder, type Ecosystem } from "./ecosystem.js";

export const bundler: Ecosystem = {
  name: "bundler",
  replaces: [],
  detect(files, folder) {
    const manifest = inFolder(folder, "Gemfile");
    const text = files.text(manifest);
    if (text === null) return null;
    const rspec =
      files.has(inFolder(folder, ".rspec")) || files.names(folder).some((name) => name.startsWith("spec/"));
    const rake = files.has(inFolder(folder, "Rakefile"));
    return detected("bundler", folder, manifest, [
      ["install", "install", "bundle install"],
      rspec ? ["test", "test", "bundle exec rspec"] : rake ? ["test", "test", "bundle exec rake test"] : null,
    ]);
  },
};
