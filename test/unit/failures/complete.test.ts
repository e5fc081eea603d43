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
    ["NETWORK", "certificate verify failed (_ssl.c:1006)", []],
    ["CRASH", "terminated with signal SIGSEGV", ["code SIGSEGV"]],
    ["TEST_FAILURE", "https://acme.example:80 in src/a.c:1: went wrong", []],
  ])("%s: %s", (type, message, expected) => {
    expect(read(type, message)).toEqual(expected);
  });

  test("leaves what is known as it is", () => {
    const known = [{ kind: "command" as const, value: "frob" }];
    expect(completeEntities(known, "MISSING_FILE", "cannot load './theme/dark.css'")).toEqual(known);
  });
});
