import { expect, test } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";

/** Messages of programs that no rule knows: what is read stands in their form alone. */
const UNKNOWN: readonly { log: string; type: string; root?: string; entities: string[] }[] = [
  {
    log: "src/main.zz:12:7: error: expected expression before ';'",
    type: "BUILD_FAILURE",
    entities: ["file:src/main.zz"],
  },
  {
    log: 'zed build: src/main.zz:3:5: error: use of undeclared identifier "foo"',
    type: "BUILD_FAILURE",
    entities: ["code:foo", "file:src/main.zz"],
  },
  {
    log: "An error occurred (AccessDenied) when calling the PutThing operation: Access Denied",
    type: "PERMISSION_DENIED",
    entities: [],
  },
  {
    log: "Because app depends on quux ^2.0.0 which doesn't match any versions, version solving failed.",
    type: "VERSION_NOT_FOUND",
    entities: ["constraint:^2.0.0", "package:quux"],
  },
  {
    log: "lib\\parser.qq(14,3): error QQ1042: The name 'fooBar' is ambiguous",
    type: "BUILD_FAILURE",
    entities: ["code:QQ1042", "file:lib\\parser.qq"],
  },
  {
    log: "kernel/boot.zz:3:10: fatal error: zed/boot.h: No such file or directory",
    type: "MISSING_SYSTEM_LIBRARY",
    entities: ["header:zed/boot.h"],
  },
  {
    log: "frobnicate: /var/lib/frob/state.db: Permission denied",
    type: "PERMISSION_DENIED",
    entities: ["file:/var/lib/frob/state.db"],
  },
  {
    log: "zpack: out/bundle.zp: No space left on device",
    type: "RESOURCE_EXHAUSTED",
    entities: ["file:out/bundle.zp"],
  },
  {
    log: "quuxd: error while loading shared libraries: libquux.so.3: cannot open shared object file: No such file or directory",
    type: "MISSING_SYSTEM_LIBRARY",
    entities: ["command:quuxd", "library:libquux.so.3"],
  },
  {
    log: "step 3 of 9\nfrobd: 4711 Segmentation fault      ./frob --all\nBuild ended with exit code 139",
    type: "CRASH",
    root: "frobd: 4711 Segmentation fault      ./frob --all",
    entities: ["command:./frob"],
  },
  {
    log: "zlink: obj/a.zo: undefined reference to `zz_init'",
    type: "BUILD_FAILURE",
    entities: ["code:zz_init"],
  },
  {
    log: "QuuxResolveError: module 'left-quux' could not be found",
    type: "MISSING_PACKAGE",
    entities: ["package:left-quux"],
  },
  {
    log: "The frob compiler requires Lua version >= 5.4, but the running version is 5.1.5",
    type: "RUNTIME_VERSION_MISMATCH",
    entities: ["constraint:>= 5.4", "language_runtime:Lua", "version:5.1.5"],
  },
  {
    log: "frobctl was unable to find the 'zmake' command",
    type: "COMMAND_NOT_FOUND",
    entities: ["command:zmake"],
  },
  {
    log: "no package 'zed-core' with version 2.3.1 could be found: package not available",
    type: "VERSION_NOT_FOUND",
    entities: ["package:zed-core", "version:2.3.1"],
  },
  {
    log: "installing frob\nerror: Failed frob dependencies:\n\tzed-devel is not available\n",
    type: "BUILD_FAILURE",
    root: "zed-devel is not available",
    entities: [],
  },
  {
    log: [
      "frob: loading plan",
      "frob: target zed-a has no matching release",
      "frob: target zed-b has no matching release",
      "The command '/bin/sh -c frob plan' returned a non-zero code: 3",
    ].join("\n"),
    type: "VERSION_NOT_FOUND",
    root: "frob: target zed-a has no matching release",
    entities: [],
  },
];

test.each(UNKNOWN)("$log", ({ log, type, root, entities }) => {
  const found = parseLog(log).failures[0];
  expect(found?.root_line).toBe(root ?? log);
  expect(found?.error_type).toBe(type);
  expect(found?.key_entities.map(({ kind, value }) => `${kind}:${value}`).sort()).toEqual(entities);
});

test.each([
  "✓ reports an error: file not found (3 ms)",
  "ok 12 - rejects an invalid option",
  "checking for zed.h... not found",
  "config mode: unknown",
  "zed-doc is not installed, skipping it",
  "-- Could NOT find Zed (missing: ZED_LIBRARY)",
])("%j is no failure", (log) => {
  expect(parseLog(log).failures).toEqual([]);
});
