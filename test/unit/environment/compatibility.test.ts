import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { compareEnvironments } from "../../../src/environment/compatibility.js";
import {
  emptyEnvironment,
  type Environment,
  type EnvironmentFact,
} from "../../../src/environment/environment.js";

function fact(value: string): EnvironmentFact {
  return { value, confidence: 0.9, source: { kind: "thread", comment_id: null, author_role: "reporter" } };
}

function machine(family: string | null, versions: Record<string, string> = {}): Environment {
  return {
    ...emptyEnvironment(),
    ...(family === null ? {} : { os_family: fact(family) }),
    runtimes: Object.fromEntries(Object.entries(versions).map(([name, value]) => [name, fact(value)])),
  };
}

describe("compareEnvironments", () => {
  test("says readably what differs", () => {
    const found = compareEnvironments(
      machine("linux", { node: "20.1.0" }),
      machine("macos", { node: "18.2.0" }),
    );
    expect(found).toEqual({
      match: "mismatch",
      differences: ["macOS there, Linux here", "node 18.2.0 there, 20.1.0 here"],
    });
  });

  test("a difference that does not matter is told, and is no mismatch", () => {
    const found = compareEnvironments(
      machine("linux", { node: "20.1.0" }),
      machine("linux", { node: "18.2.0" }),
    );
    expect(found).toEqual({ match: "match", differences: ["node 18.2.0 there, 20.1.0 here"] });
  });

  test.each([
    ["node", "20.1.0", "20.9.3", "match"],
    ["node", "20.1.0", "v18", "mismatch"],
    ["python", "3.10.1", "3.10.9", "match"],
    ["python", "3.10.1", "3.11.0", "mismatch"],
    ["java", "1.8.0_171", "8", "match"],
    ["java", "1.8.0_171", "11.0.2", "mismatch"],
    ["rustc", "487e58cca24f", "1.70.0", "unknown"],
  ])("%s %s and %s: %s where it matters", (name, a, b, match) => {
    const found = compareEnvironments(machine(null, { [name]: a }), machine(null, { [name]: b }), [
      `runtimes.${name}`,
    ]);
    expect(found.match).toBe(match);
  });

  test("what is not known is unknown", () => {
    expect(compareEnvironments(machine(null), machine("linux"))).toEqual({
      match: "unknown",
      differences: [],
    });
  });

  test("is the same seen from both sides, and no machine differs from itself", () => {
    const any = fc
      .tuple(
        fc.option(fc.constantFrom("linux", "macos", "windows")),
        fc.dictionary(fc.constantFrom("node", "java", "go"), fc.stringMatching(/^\d{1,2}(?:\.\d){0,2}$/)),
      )
      .map(([family, versions]) => machine(family, versions));
    fc.assert(
      fc.property(any, any, (a, b) => {
        const matters = ["os_family", "runtimes.node"];
        expect(compareEnvironments(a, b, matters).match).toBe(compareEnvironments(b, a, matters).match);
        expect(compareEnvironments(a, a, matters).differences).toEqual([]);
      }),
    );
  });
});
