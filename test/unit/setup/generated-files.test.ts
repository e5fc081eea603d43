import { describe, expect, test } from "@jest/globals";
import { fromInstructions } from "../../../src/setup/pits/from-instructions.js";
import { pitCommands } from "../../support/pit-commands.js";

const SOURCES = { "src/main.c": '#include <stdio.h>\n#include "winds.h"\nint main(void) { return 0; }\n' };

describe("a header that a rule of the makefile makes", () => {
  test.each([
    [
      "GNUmakefile",
      "all: src/main.c\n\tcc -Igen $< -o all\ngen/winds.h: data/winds.tsv\n\tawk -f x.awk $< > $@\n",
    ],
    [
      "makefile",
      "GEN = gen\nall: src/main.c\n\tcc $< -o all\n$(GEN)/winds.h: data/winds.tsv\n\tawk -f x.awk $< > $@\n",
    ],
    ["Makefile", "all: src/main.c\n\tcc $< -o all\ngen/%.h: data/%.tsv\n\tawk -f x.awk $< > $@\n"],
    [
      "Makefile",
      "all: src/main.c\n\tcc $< -o all\ngen/winds.h gen/winds.inc &: data/winds.tsv\n\t./make-tables\n",
    ],
  ])("%s: %j", async (name, text) => {
    const files = { ...SOURCES, "data/winds.tsv": "", [name]: text };
    const output =
      'src/main.c:2:10: fatal error: winds.h: No such file or directory\n    2 | #include "winds.h"\n';
    expect((await pitCommands(fromInstructions, { files, step: "make/build" }))[0]).toBe("make gen/winds.h");
    expect((await pitCommands(fromInstructions, { files, step: "make/build", output }))[0]).toBe(
      "make gen/winds.h",
    );
  });

  test("a target that is called like it", async () => {
    const files = {
      ...SOURCES,
      Makefile: "all: src/main.c\n\tcc $< -o all\nwinds-table:\n\t./table > src/winds.h\n",
    };
    expect(await pitCommands(fromInstructions, { files, step: "make/build" })).toEqual(["make winds-table"]);
  });

  test("none where the header is the system's", async () => {
    const files = { "main.c": "#include <zlib.h>\n", Makefile: "zlib.o: main.c\n\tcc -c main.c\n" };
    expect(await pitCommands(fromInstructions, { files, step: "make/build" })).toEqual([]);
  });
});
