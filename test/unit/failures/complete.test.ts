import { describe, expect, test } from "@jest/globals";
import { completeEntities } from "../../../src/failures/entities/complete.js";
import type { ErrorType } from "../../../src/failures/failure-case.js";

function read(type: ErrorType, message: string): string[] {
  return completeEntities([], type, message).map(({ kind, value }) => `${kind} ${value}`);
}

describe("what a root line names by the kind of its fault", () => {
  test.each<[ErrorType, string, string[]]>([
    [
      "NETWORK",
      "failed to connect to api.acme.example/192.0.2.9 (port 8443): ECONNREFUSED",
      ["host api.acme.example", "port 8443", "errno ECONNREFUSED"],
    ],
    ["NETWORK", "connect EHOSTUNREACH 192.0.2.9:5037", ["host 192.0.2.9", "port 5037", "errno EHOSTUNREACH"]],
    ["TIMEOUT", 'Get "https://localhost:4510/version": timed out', ["host localhost", "port 4510"]],
    [
      "AUTHENTICATION",
      "https://git.acme.example/x refused: status code 401",
      ["host git.acme.example", "code 401"],
    ],
    ["MISSING_FILE", "cannot load './theme/dark.css'", ["file ./theme/dark.css"]],
    ["PERMISSION_DENIED", "EACCES: /srv/data/app.lock", ["file /srv/data/app.lock", "errno EACCES"]],
    ["BUILD_FAILURE", "src/ring.zig:12:3: no such thing", ["file src/ring.zig"]],
    ["BUILD_FAILURE", "main.c:4: undefined reference to `go'", []],
    ["SYNTAX_OR_CONFIG", "unknown option '--fast-mode'", ["code --fast-mode"]],
    ["SYNTAX_OR_CONFIG", "parse error at (chart/app.yaml:14): unclosed action", ["file chart/app.yaml"]],
    ["MISSING_SYSTEM_LIBRARY", "cannot load libquux.so.4", ["library libquux.so.4"]],
    ["COMMAND_NOT_FOUND", "sh: 4: zmake: not found", ["command zmake"]],
    ["COMMAND_NOT_FOUND", "unable to find zmake executable", ["command zmake"]],
    ["MISSING_PACKAGE", "Can't find module 'left-quux' in the path", ["package left-quux"]],
    ["MISSING_PACKAGE", "a module that is not there", []],
    ["VERSION_NOT_FOUND", "image acme/quux:2.4 not found", ["package acme/quux", "version 2.4"]],
    [
      "RUNTIME_VERSION_MISMATCH",
      "quux requires Ruby version >= 2.7.0. The current ruby version is 2.6.10",
      ["package quux", "language_runtime Ruby", "constraint >= 2.7.0", "version 2.6.10"],
    ],
    ["BUILD_FAILURE", "a.zz:1: error: 'Frob' was not declared in this scope", ["file a.zz", "code Frob"]],
    ["BUILD_FAILURE", "link step: error QX2019: unresolved", ["code QX2019"]],
    ["NETWORK", "certificate verify failed (_ssl.c:1006)", []],
    ["CRASH", "terminated with signal SIGSEGV", ["code SIGSEGV"]],
    ["TEST_FAILURE", "https://acme.example:80 in src/a.c:1: went wrong", []],
  ])("%s: %s", (type, message, expected) => {
    expect(read(type, message)).toEqual(expected);
  });

  test("the version behind the only package that is named", () => {
    const known = [{ kind: "package" as const, value: "left-quux" }];
    const versions = (message: string) => completeEntities(known, "VERSION_NOT_FOUND", message).slice(1);
    expect(versions("no left-quux@2.1.0 anywhere")).toEqual([{ kind: "version", value: "2.1.0" }]);
    expect(versions("no left-quux (~> 4.0) anywhere")).toEqual([{ kind: "constraint", value: "~> 4.0" }]);
    expect(versions("no left-quux anywhere in 3.0")).toEqual([]);
  });

  test("leaves what is known as it is", () => {
    const known = [{ kind: "command" as const, value: "frob" }];
    expect(completeEntities(known, "MISSING_FILE", "cannot load './theme/dark.css'")).toEqual(known);
  });
});
