import { matchesOf } from "../util/matches-of.js";

/** The processor's architecture as one of x86_64, x86, arm64, arm, ppc64le, s390x, riscv64, mips. */
const NAMES: readonly [string, RegExp][] = [
  ["x86_64", /\b(?:x86[_-]64|amd64|x64|em64t|intel ?64)\b/i],
  [
    "arm64",
    /\b(?:arm64|aarch64|armv8|apple silicon|apple m[1-5]|m[1-5] (?:mac|chip|pro|max|ultra|macbook))\b/i,
  ],
  ["x86", /\b(?:i[3-6]86|ia32)\b|\bx86\b(?!-64)/i],
  ["arm", /\b(?:armv[67]\w{0,2}|armhf|armel)\b/i],
  ["ppc64le", /\b(?:ppc64le|powerpc64le)\b/i],
  ["s390x", /\bs390x\b/i],
  ["riscv64", /\briscv64(?:gc)?\b/i],
  ["x86_64", /\b64[ -]?bits?\b/i],
  ["x86", /\b32[ -]?bits?\b/i],
];

/** "Mac M1" and the like: only a fit where the line is about a Mac. */
const APPLE_CHIP = /(?:^|[\s(,])m[1-5](?: pro| max| ultra)?(?=$|[\s),.;])/i;

/** In every name of one; most lines have none of it. */
const MAY_NAME = /\d|apple|arm/i;

export function findArchitecture(line: string): string | undefined {
  if (!MAY_NAME.test(line)) return undefined;
  // A folder of Windows says what it may hold, not what the machine is.
  // So does the width of a number, of a key or of a virtual machine.
  const text = line
    .slice(0, 2_000)
    .replace(/Program Files \(x86\)/gi, "")
    .replace(
      /\b(?:32|64)[ -]?bits? (?:app\w*|integers?|ints?|floats?|numbers?|address\w*|librar\w*|binar\w*|keys?|mode|values?|words?|hash\w*|colou?rs?|server vm|client vm|vm|program|exe\w*|unsigned|signed|pointers?|registers?|compiler|builds?)\b/gi,
      "",
    );
  if (/\b(?:mac|os ?x|apple)/i.test(text) && APPLE_CHIP.test(text)) return "arm64";
  return NAMES.find(([, pattern]) => pattern.test(text))?.[0];
}

export interface TargetTriple {
  arch: string;
  family: string;
}

const TRIPLE =
  /(?<![\w-])(x86_64|i[3-6]86|aarch64|arm64|armv7\w{0,3}|arm|powerpc64le|riscv64(?:gc)?|s390x)-(?:[a-z0-9]+-)?(linux|darwin|windows|mingw32|cygwin|freebsd|openbsd|netbsd)/g;

/** Compiler triples such as x86_64-unknown-linux-gnu, in order of appearance. */
export function findTriples(line: string): TargetTriple[] {
  return matchesOf(line.slice(0, 4_000), TRIPLE).flatMap((match) => {
    const arch = findArchitecture(match[1] ?? "") ?? match[1] ?? "";
    const system = match[2] ?? "";
    const family =
      system === "darwin" ? "macos" : system === "mingw32" || system === "cygwin" ? "windows" : system;
    return [{ arch, family }];
  });
}
