/**
 * A version as people and tools write it, with at least two numbers: 1.2, v3.2.0-cr2, jdk1.8.0_171, 7.0.2.GA,
 * 12.2.0-14+deb12u1, 3.1415926-2.4-1.40.13. Bounded, so that it is linear on any text.
 */
export const DOTTED =
  /(?<![\w.])(?:v|r|jdk-?|go|python-?|node-v)?(\d{1,9}(?:\.\d{1,14}){1,5}(?:\.?[-+_~]?[A-Za-z0-9]{1,40}(?![A-Za-z0-9])){0,6})(?:\.[xX*])?/;
const WHOLE = /(?<![\w.])v?(\d{1,8}(?:\.[xX])?)(?![\w.%])/;
export const COMMIT = /(?<![\w-])([0-9a-f]{40}|(?=[a-f]{0,11}\d)(?=\d{0,11}[a-f])[0-9a-f]{7,12})(?![\w-])/;

/** The first dotted version of a text (without a leading v); with `whole`, else the first whole number. */
export function firstVersion(text: string, whole = false): string | undefined {
  const head = text.slice(0, 300);
  const dotted = DOTTED.exec(head)?.[1];
  if (dotted !== undefined) return trimVersion(dotted);
  return whole ? WHOLE.exec(head)?.[1] : undefined;
}

export function firstCommit(text: string): string | undefined {
  return COMMIT.exec(text.slice(0, 300))?.[1];
}

/** Without the words that stuck to it: "1.2.3-and" is 1.2.3, "1.2-beta2" stays. */
function trimVersion(version: string): string {
  return version.replace(FILE_ENDING, "").replace(TARGET_ENDING, "").replace(PYTHON_RELEASE, "");
}

const FILE_ENDING =
  /\.(?:tar|tgz|zip|gz|xz|bz2|exe|msi|dmg|pkg|deb|rpm|jar|whl|gem|js|so|dll|dylib)(?:\..*)?$/i;
/** "3.11.6.final.0": Python's own name of a release. */
const PYTHON_RELEASE = /\.final\.\d{1,2}$/;
const TARGET_ENDING =
  /[-_](?:and|or|with|on|in|from|for|win|linux|darwin|macos|osx|x64|x86|amd64|arm64|all|bin|src)(?:[-_.].*)?$/i;
