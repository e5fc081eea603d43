import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { maskLine } from "../../../src/failures/mask.js";
import { parseLog } from "../../../src/failures/parse-log.js";

function fingerprint(log: string): string | undefined {
  return parseLog(log).failures[0]?.fingerprint;
}

const name = fc.stringMatching(/^[a-z][a-z0-9]{1,8}(?:-[a-z][a-z0-9]{1,8})?$/);
const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((parts) => parts.join("."));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
const harmless = fc
  .array(fc.stringMatching(/^[a-z ]{0,40}$/), { maxLength: 20 })
  .map((lines) => lines.join("\n"));

describe("maskLine", () => {
  it("is idempotent on any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.stringMatching(/^[\w./:@'"<>()=\\-]{0,80}$/)),
        (line) => {
          const once = maskLine(line);
          expect(maskLine(once)).toBe(once);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("hides paths, numbers, quotes and links, and keeps the words", () => {
    expect(maskLine("src/a/b.c:12:3: error: 'foo' undeclared, see https://x.example/1")).toBe(
      maskLine("lib/other.c:7:31: error: “bar” undeclared, see https://y.example/2/3"),
    );
    expect(maskLine("C:\\a\\b.cpp(3): error C2065")).not.toBe(maskLine("C:\\a\\b.cpp(3): warning C2065"));
  });
});

describe("fingerprint", () => {
  it("does not change with another package, version or line around", () => {
    const reference = fingerprint(
      "npm ERR! code ETARGET\nnpm ERR! notarget No matching version found for abc@1.2.3.",
    );
    fc.assert(
      fc.property(name, version, harmless, harmless, (packageName, number, before, after) => {
        const log = `${before}\nnpm ERR! code ETARGET\nnpm ERR! notarget No matching version found for ${packageName}@${number}.\n${after}`;
        expect(fingerprint(log)).toBe(reference);
      }),
    );
  });

  it("does not change when a file moves", () => {
    const reference = fingerprint("cp: cannot stat '/a/b': No such file or directory");
    fc.assert(
      fc.property(path, (file) => {
        expect(fingerprint(`cp: cannot stat '${file}': No such file or directory`)).toBe(reference);
      }),
    );
  });

  it("is the same in other languages and with other quotes", () => {
    expect(fingerprint("cp: cannot stat ‘x/y’: Datei oder Verzeichnis nicht gefunden")).toBe(
      fingerprint("cp: cannot stat 'z': No such file or directory"),
    );
  });

  it("differs between different faults", () => {
    const faults = [
      "bash: foo: command not found",
      "npm ERR! notarget No matching version found for foo@1.2.3.",
      "ERROR: No matching distribution found for foo==1.2.3",
      "cp: cannot stat '/a/b': No such file or directory",
      "cp: cannot stat '/a/b': Permission denied",
      "./foo: error while loading shared libraries: libfoo.so.1: cannot open shared object file: No such file or directory",
      "fatal: Authentication failed for 'https://git.example/a/b'",
      "fatal: couldn't find remote ref foo",
      "Segmentation fault (core dumped)",
    ];
    expect(new Set(faults.map(fingerprint)).size).toBe(faults.length);
    expect(faults.map(fingerprint)).not.toContain(undefined);
  });
});
