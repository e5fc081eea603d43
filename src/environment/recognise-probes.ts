import { findArchitecture } from "./architecture.js";
import { type Clue, SURE } from "./clue.js";
import { factKey, knownSoftware, softwareOf } from "./known-software.js";
import { findOperatingSystems } from "./operating-system.js";
import { systemClues } from "./operating-system-clues.js";
import { firstVersion } from "./version-text.js";

/** What a configure step finds: [pattern with name and version as its groups, name for all its hits or null]. */
const PROBES: readonly RegExp[] = [
  // configure: CFG_GCC := /usr/bin/gcc (4.8.2)      found program 'cmake' (3.1)
  /(?::=|=|found|using)\s+(?:program\s+)?["']?(?:[\w.~-]{0,40}\/){0,12}([A-Z][\w+.-]{0,30}?)(?:\.exe)?["']?\s+\((?:version )?v?(?=\d{1,4}\.\d)/i,
  // -- Found OpenSSL: /usr/lib/libcrypto.so (found version "1.1.1f")
  /\bFound ([A-Za-z][\w+-]{0,30}): .{0,300}\((?:found )?(?:suitable )?(?:exact )?version "(?=\d)/,
  // Program python3 found: YES 3.8    Run-time dependency zlib found: YES 1.2.11
  /\b(?:Program|dependency) ([A-Za-z][\w+-]{0,30}) found: YES (?:\([^()]{0,80}\) )?(?=\d)/,
  // checking for gmp version... 6.1.2    checking cmake version... 3.4
  /\bchecking (?:for )?([A-Za-z][\w+-]{0,30}) version\s?\.\.\.\s?(?=\d)/,
];

const COMPILERS: Readonly<Record<string, string>> = {
  gnu: "gcc",
  clang: "clang",
  appleclang: "clang",
  msvc: "msvc",
};

/** What autotools, CMake, Meson and hand-made configure scripts say that they found, and what a browser says it is. */
export function recogniseProbe(rawLine: string): Clue[] {
  const line = rawLine.slice(0, 600);
  const compiler = /\bcompiler identification is (\w{2,12}) (?=\d)/.exec(line);
  if (compiler !== null) {
    const name = COMPILERS[(compiler[1] ?? "").toLowerCase()] ?? compiler[1] ?? "";
    return found(name, line.slice(compiler.index + compiler[0].length));
  }
  const agent = /Mozilla\/5\.0 \(([^()]{5,120})\)(.{0,200})/.exec(line);
  if (agent !== null) return browserClues(agent[1] ?? "", agent[2] ?? "");
  for (const probe of PROBES) {
    const match = probe.exec(line);
    if (match?.[1] !== undefined) return found(match[1], line.slice(match.index + match[0].length));
  }
  return [];
}

function found(name: string, rest: string): Clue[] {
  const version = firstVersion(rest);
  if (version === undefined || !rest.startsWith(version)) return [];
  return [{ key: factKey(knownSoftware(name) ?? softwareOf(name)), value: version, confidence: SURE.banner }];
}

function browserClues(platform: string, rest: string): Clue[] {
  const arch = findArchitecture(platform.replace("Win64", "x64"));
  const [system] = findOperatingSystems(
    platform.replace("Intel Mac OS X", "Mac OS X").replace(/(?<=\d)_(?=\d)/g, "."),
  );
  const browser = [
    ...rest.matchAll(/\b(Firefox|Edg|OPR|Chrome|Version)\/(\d{1,4}(?:\.\d{1,6}){1,3})/g),
  ].toSorted((a, b) => rank(a[1]) - rank(b[1]))[0];
  const names: Record<string, string> = { Edg: "edge", OPR: "opera", Version: "safari" };
  return [
    ...(system === undefined ? [] : systemClues(system, system.value, SURE.hint)),
    ...(arch === undefined ? [] : [{ key: "arch", value: arch, confidence: SURE.hint }]),
    ...(browser?.[1] === undefined || browser[2] === undefined
      ? []
      : [
          {
            key: factKey(softwareOf(names[browser[1]] ?? browser[1])),
            value: browser[2],
            confidence: SURE.banner,
          },
        ]),
  ];
}

function rank(name: string | undefined): number {
  return ["Edg", "OPR", "Firefox", "Chrome", "Version"].indexOf(name ?? "");
}
