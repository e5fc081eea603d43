import { detected, inFolder, type Ecosystem } from "./ecosystem.js";

export const cargo: Ecosystem = {
  name: "cargo",
  replaces: [],
  detect(files, folder) {
    const manifest = inFolder(folder, "Cargo.toml");
    if (!files.has(manifest)) return null;
    const locked = files.has(inFolder(folder, "Cargo.lock")) ? " --locked" : "";
    return detected("cargo", folder, manifest, [
      ["install", "fetch", `cargo fetch${locked}`],
      ["build", "build", `cargo build${locked}`, "covered"],
      ["test", "test", `cargo test${locked}`],
    ]);
  },
};
