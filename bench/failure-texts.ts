import { closeSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const LINES = [
  "[ 12%] Building CXX object src/core/CMakeFiles/core.dir/io/reader_N.cpp.o",
  "gcc -O2 -g -Wall -Werror=return-type -Iinclude -c src/module_N.c -o build/module_N.o",
  "2026-01-01T12:00:00.1234567Z Downloading artifact-N.jar (1.2 MB at 3.4 MB/s)",
  "\u001b[32mok\u001b[0m test/unit/error-handling-N.test.ts (12 ms)",
  "[INFO] Copying N resources to target/classes",
  "Selecting previously unselected package libexampleN:amd64.",
  "npm http fetch GET 200 /package-N 123ms (cache miss)",
  "src/module_N.c:12:5: warning: unused variable 'errorN' [-Wunused-variable]",
  "   Compiling example-crate-N v0.1.0",
  "Collecting example-package-N>=1.0",
  "checking for error.h... (cached) yes N",
  "make[2]: Entering directory '/work/project/module-N'",
];
const FAILURE =
  "src/last.c:7:10: fatal error: missing_header.h: No such file or directory\nmake: *** [all] Error 2\n";

/** What builds print when all goes well. */
export function plainText(megabytes: number): string {
  const lines: string[] = [];
  for (let length = 0, no = 0; length < megabytes * 1e6; no++) {
    const line = LINES[no % LINES.length]?.replaceAll("N", String(no)) ?? "";
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

/** The logs of failing tools that the tests have, one after the other. Run from the project's folder. */
export function failingText(): string {
  const root = join("test", "fixtures", "logs");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".log"))
    .sort()
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

/** The text again and again, until there is enough, with a failure at its end. */
export function writeLog(file: string, text: string, megabytes: number): void {
  const handle = openSync(file, "w");
  for (let written = 0; written < megabytes * 1e6;) written += writeSync(handle, `${text}\n`);
  writeSync(handle, FAILURE);
  closeSync(handle);
}

/** Pieces of these lengths, from the beginning again where the text ends. */
export function cutLike(text: string, lengths: readonly number[]): string[] {
  let from = 0;
  return lengths.map((length) => {
    if (from + length > text.length) from = 0;
    from += length;
    return text.slice(from - length, from);
  });
}
