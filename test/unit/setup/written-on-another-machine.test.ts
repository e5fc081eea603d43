import { describe, expect, test } from "@jest/globals";
import { missingSetting } from "../../../src/setup/pits/missing-settings.js";
import { legacyOpenssl, packageManager } from "../../../src/setup/pits/node-install.js";
import { carriageReturns, fileNameCase, notExecutable } from "../../../src/setup/pits/scripts.js";
import { pitCommands } from "../../support/pit-commands.js";

describe("what works on the machine that it was written on", () => {
  test.each([
    [
      "an import",
      "npm/test",
      { "package.json": '{"scripts":{"test":"x"}}', "a.js": 'import "./Lib/b.js";', "Lib/B.js": "" },
      ["ln -sf B.js Lib/b.js"],
    ],
    [
      "a header below an include folder",
      "cmake/build",
      { "CMakeLists.txt": "", "src/a.c": "#include <tide/level.h>\n", "include/tide/Level.h": "" },
      ["ln -sf Level.h include/tide/level.h"],
    ],
    [
      "a header that is written as it is called",
      "cmake/build",
      { "CMakeLists.txt": "", "src/a.c": "#include <tide/level.h>\n", "include/tide/level.h": "" },
      [],
    ],
  ])("file names in other letters: %s", async (_, step, files, expected) => {
    expect(await pitCommands(fileNameCase, { files, step })).toEqual(expected);
  });

  test("line ends of Windows in scripts, with or without a first line of their own", async () => {
    const files = { Makefile: "test:\n\tsh ./lib/a.sh\n", "lib/a.sh": "set -eu\r\n", "notes.txt": "a\r\n" };
    const output = "./lib/a.sh: 1: set: Illegal option -\nmake: *** [Makefile:2: test] Error 2\n";
    const commands = ["sed -i 's/\\r$//' lib/a.sh"];
    expect(await pitCommands(carriageReturns, { files, step: "make/build", output })).toEqual(commands);
    expect(await pitCommands(carriageReturns, { files, step: "make/build" })).toEqual(commands);
  });

  test("a script that is called from its own folder and may not be run", async () => {
    const files = {
      Makefile: "check:\n\tcd checks && ./run a\n",
      "checks/run": "#!/bin/sh\n",
    };
    const output =
      "cd checks && ./run a\n/bin/sh: 1: ./run: Permission denied\nmake: *** [Makefile:2: check] Error 126\n";
    const commands = ["chmod +x checks/run"];
    expect(await pitCommands(notExecutable, { files, step: "make/build", output })).toEqual(commands);
    expect(await pitCommands(notExecutable, { files, step: "make/build" })).toEqual(commands);
  });

  test("a variable that only the README sets", async () => {
    const files = {
      "setup.py": "",
      "test_a.py": 'import os, unittest\nos.environ["DEPOT_TOKEN"]\n',
      "README.md": "    export DEPOT_TOKEN=none\n    export EDITOR_OF_CHOICE=$(which vi)\n",
    };
    expect(await pitCommands(missingSetting, { files, step: "pip/test" })).toEqual([
      "DEPOT_TOKEN=none .venv/bin/python -m unittest discover -q",
    ]);
  });

  test("a hash that OpenSSL has put aside, asked for by the project itself", async () => {
    const files = { "package.json": '{"scripts":{"test":"node --test"}}', "a.js": 'hash(text, "md4");' };
    expect(await pitCommands(legacyOpenssl, { files, step: "npm/test" })).toEqual([
      "NODE_OPTIONS=--openssl-legacy-provider npm run test",
    ]);
  });

  test("a Yarn of another age: it is told what it does not ask the environment for", async () => {
    const files = { "package.json": '{"packageManager":"yarn@3.8.7"}' };
    const variables =
      'YARN_NPM_REGISTRY_SERVER="$(npm config get registry)" YARN_HTTPS_PROXY="$HTTPS_PROXY" YARN_HTTP_PROXY="$HTTP_PROXY"';
    expect(await pitCommands(packageManager, { files, step: "yarn/install" })).toEqual([
      "npm install --global @yarnpkg/cli-dist@3.8.7",
      `YARN_ENABLE_IMMUTABLE_INSTALLS=false ${variables} yarn install`,
    ]);
    const locked = { ...files, "yarn.lock": "" };
    const [, install] = await pitCommands(packageManager, { files: locked, step: "yarn/install" });
    expect(install).toBe(`${variables} yarn install --frozen-lockfile`);
  });
});
