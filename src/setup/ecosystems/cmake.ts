import { detected, inFolder, type Ecosystem } from "./ecosystem.js";

export const cmake: Ecosystem = {
  name: "cmake",
  replaces: ["make"],
  detect(files, folder) {
    const manifest = inFolder(folder, "CMakeLists.txt");
    const text = files.text(manifest);
    if (text === null) return null;
    const tests = /\b(?:enable_testing|add_test|include\s*\(\s*CTest)\b/i.test(text);
    return detected("cmake", folder, manifest, [
      ["install", "configure", "cmake -S . -B build"],
      ["build", "build", "cmake --build build -j2"],
      tests ? ["test", "test", "ctest --test-dir build --output-on-failure"] : null,
    ]);
  },
};
