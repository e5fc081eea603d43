import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transformFile } from "@swc/core";

/** Writes the sources as plain JavaScript below `target`, for tests that start a process of their own. */
export async function transpileSources(target: string): Promise<void> {
  const files = await readdir("src", { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const { code } = await transformFile(join("src", file), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "es6" },
    });
    const output = join(target, file.replace(/\.ts$/, ".js"));
    await mkdir(dirname(output), { recursive: true });
    await writeFile(output, code);
  }
}
