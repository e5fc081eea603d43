import { detected, inFolder, type Ecosystem } from "./ecosystem.js";

export const go: Ecosystem = {
  name: "go",
  replaces: [],
  detect(files, folder) {
    const manifest = inFolder(folder, "go.mod");
    if (!files.has(manifest)) return null;
    return detected("go", folder, manifest, [
      ["install", "download", "go mod download"],
      ["build", "build", "go build ./...", "covered"],
      ["test", "test", "go test ./..."],
    ]);
  },
};
