import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { debianScheme } from "../../../../src/environment/versions/debian.js";
import { mavenScheme } from "../../../../src/environment/versions/maven.js";
import { pep440Scheme } from "../../../../src/environment/versions/pep440.js";
import { semverScheme } from "../../../../src/environment/versions/semver.js";
import type { VersionScheme } from "../../../../src/environment/versions/version-scheme.js";

/** Each row ascends, as the ecosystem's specification orders it. */
const ASCENDING: [string, VersionScheme, string[]][] = [
  [
    "semver",
    semverScheme,
    [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "2.0.0",
      "2.1.0",
      "2.1.1",
      "10.0.0",
    ],
  ],
  [
    "pep440",
    pep440Scheme,
    [
      "1.dev0",
      "1.0.dev456",
      "1.0a1",
      "1.0a2.dev456",
      "1.0a12.dev456",
      "1.0a12",
      "1.0b1.dev456",
      "1.0b2",
      "1.0b2.post345.dev456",
      "1.0b2.post345",
      "1.0rc1.dev456",
      "1.0rc1",
      "1.0",
      "1.0+abc.5",
      "1.0+abc.7",
      "1.0+5",
      "1.0.post456.dev34",
      "1.0.post456",
      "1.0.15",
      "1.1.dev1",
      "1!0.1",
    ],
  ],
  [
    "debian",
    debianScheme,
    [
      "0~1",
      "1.0~~",
      "1.0~~a",
      "1.0~beta1~svn1245",
      "1.0~beta1",
      "1.0",
      "1.0-1",
      "1.0-1+b1",
      "1.0-1.1",
      "1.0-10",
      "1.0a",
      "1.0+dfsg",
      "1.2.3",
      "1.10",
      "1:0.4",
    ],
  ],
  [
    "maven",
    mavenScheme,
    [
      "1.0-alpha-1",
      "1.0-alpha-2",
      "1.0-beta-1",
      "1.0-milestone-1",
      "1.0-rc1",
      "1.0-snapshot",
      "1.0",
      "1.0-sp",
      "1.0-foo",
      "1.0-1",
      "1.0.1",
      "1.2",
      "1.10",
      "2-1",
      "2.0.1",
    ],
  ],
];

describe.each(ASCENDING)("%s", (_, scheme, versions) => {
  test("orders the versions of its specification", () => {
    for (let low = 0; low < versions.length; low++) {
      for (let high = low + 1; high < versions.length; high++) {
        const [a, b] = [versions[low] ?? "", versions[high] ?? ""];
        expect([a, b, Math.sign(scheme.compare(a, b) ?? Number.NaN)]).toEqual([a, b, -1]);
        expect([b, a, Math.sign(scheme.compare(b, a) ?? Number.NaN)]).toEqual([b, a, 1]);
      }
    }
  });

  test("is a total order on any versions", () => {
    const part = fc.oneof(
      fc.nat({ max: 30 }).map(String),
      fc.constantFrom("a1", "rc2", "beta", "alpha-1", "dev3", "post1", "final", "sp", "~x", "foo"),
    );
    const made = fc
      .tuple(
        fc.nat({ max: 3 }),
        fc.array(fc.tuple(fc.constantFrom(".", "-", "+", "~", ""), part), { maxLength: 4 }),
      )
      .map(([first, rest]) => `${first}${rest.map(([sign, text]) => sign + text).join("")}`);
    // Maven's own order is not transitive on any mix of words and signs (1.0-alpha-1 < 1 < 1.foo < 1.0-alpha-1):
    // there, the versions of its specification among plain numbers.
    const dotted = fc
      .array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("."));
    const version = fc.oneof(scheme === mavenScheme ? dotted : made, fc.constantFrom(...versions));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(scheme.compare(a, a) ?? 0).toBe(0);
        const [ab, ba, bc, ac] = [
          scheme.compare(a, b),
          scheme.compare(b, a),
          scheme.compare(b, c),
          scheme.compare(a, c),
        ];
        fc.pre(ab !== undefined && ba !== undefined && bc !== undefined && ac !== undefined);
        expect(Math.sign(ab) + Math.sign(ba)).toBe(0);
        if (ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
        if (ab === 0 && bc === 0) expect(ac).toBe(0);
      }),
      { numRuns: 3_000 },
    );
  });

  test("says that it cannot compare what is no version", () => {
    expect(scheme.compare("", "1.0")).toBeUndefined();
    expect(scheme.satisfies("not a version", "1.0")).toBeUndefined();
  });
});

describe("equal versions", () => {
  test.each([
    [semverScheme, "v20.11.0", "20.11.0"],
    [semverScheme, "18", "18.0.0"],
    [pep440Scheme, "1.0", "1.0.0"],
    [pep440Scheme, "1.0alpha1", "1.0a1"],
    [pep440Scheme, "1.0-1", "1.0.post1"],
    [pep440Scheme, "V1.0-RC_2", "1.0rc2"],
    [debianScheme, "0:1.0", "1.0"],
    [debianScheme, "1.00", "1.0"],
    [debianScheme, "1.0-0", "1.0"],
    [mavenScheme, "1", "1.0.0"],
    [mavenScheme, "1.0-ga", "1.0.final"],
    [mavenScheme, "1-a1", "1-alpha-1"],
    [mavenScheme, "1.0.0-foo.0.0", "1-foo"],
    [mavenScheme, "1-cr1", "1-rc1"],
  ])("%#: %s", (scheme, a, b) => {
    expect(scheme.compare(a, b)).toBe(0);
  });
});

describe("ranges", () => {
  test.each<[string, VersionScheme, string, string, boolean | undefined]>([
    ["semver", semverScheme, "18.17.0", "^18.12 || >=20", true],
    ["semver", semverScheme, "19.1.0", "^18.12 || >=20", false],
    ["semver", semverScheme, "1.2.3", "nonsense range", undefined],
    ["pep440", pep440Scheme, "1.4.5", "~=1.4.2", true],
    ["pep440", pep440Scheme, "1.5.0", "~=1.4.2", false],
    ["pep440", pep440Scheme, "3.10.2", ">=3.8,<3.11", true],
    ["pep440", pep440Scheme, "3.11.0", ">=3.8,<3.11", false],
    ["pep440", pep440Scheme, "3.11rc1", "<3.11", false],
    ["pep440", pep440Scheme, "1.1.post1", ">1.1", false],
    ["pep440", pep440Scheme, "1.1.2", "==1.1.*", true],
    ["pep440", pep440Scheme, "1.1.2", "!=1.1.*", false],
    ["pep440", pep440Scheme, "1.1+local", "==1.1", true],
    ["pep440", pep440Scheme, "1.1", "=>1.0", undefined],
    ["debian", debianScheme, "2.31-0ubuntu9", "(>= 2.28)", true],
    ["debian", debianScheme, "2.27", "(>= 2.28)", false],
    ["debian", debianScheme, "1:1.0", "<< 2.0", false],
    ["maven", mavenScheme, "1.5", "[1.0,2.0)", true],
    ["maven", mavenScheme, "2.0", "[1.0,2.0)", false],
    ["maven", mavenScheme, "2.0-rc1", "[1.0,2.0)", true],
    ["maven", mavenScheme, "1.1", "(,1.0],[1.2,)", false],
    ["maven", mavenScheme, "1.5", "[1.5]", true],
    ["maven", mavenScheme, "1.5", "1.5.0", true],
  ])("%s: is %o's %s in %s", (_, scheme, version, range, expected) => {
    expect(scheme.satisfies(version, range)).toBe(expected);
  });
});
