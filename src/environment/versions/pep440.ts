import { compareDigits, type VersionScheme } from "./version-scheme.js";

interface Pep440 {
  epoch: string;
  release: string[];
  /** ["a" | "b" | "rc", number] */
  pre: [string, string] | null;
  post: string | null;
  dev: string | null;
  local: string[];
}

const VERSION =
  /^v?(?:(\d{1,20})!)?(\d{1,20}(?:\.\d{1,20}){0,20})(?:[-_.]?(alpha|beta|preview|pre|rc|[abc])[-_.]?(\d{1,20})?)?(?:-(\d{1,20})|[-_.]?(post|rev|r)[-_.]?(\d{1,20})?)?(?:[-_.]?(dev)[-_.]?(\d{1,20})?)?(?:\+([a-z0-9]{1,60}(?:[-_.][a-z0-9]{1,60}){0,20}))?$/;

const PRE_NAMES: Readonly<Record<string, string>> = {
  alpha: "a",
  beta: "b",
  c: "rc",
  pre: "rc",
  preview: "rc",
};

function parse(text: string): Pep440 | undefined {
  const match = VERSION.exec(text.trim().toLowerCase().slice(0, 500));
  if (match === null) return undefined;
  const [, epoch, release, preName, preNumber, implicitPost, postName, postNumber, dev, devNumber, local] =
    match;
  return {
    epoch: epoch ?? "0",
    release: (release ?? "0").split("."),
    pre: preName === undefined ? null : [PRE_NAMES[preName] ?? preName, preNumber ?? "0"],
    post: implicitPost ?? (postName === undefined ? null : (postNumber ?? "0")),
    dev: dev === undefined ? null : (devNumber ?? "0"),
    local: local === undefined ? [] : local.split(/[-_.]/),
  };
}

function comparePublic(a: Pep440, b: Pep440): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareRelease(a.release, b.release) ||
    comparePre(a, b) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1)
  );
}

function compareRelease(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = compareDigits(a[index] ?? "0", b[index] ?? "0");
    if (order !== 0) return order;
  }
  return 0;
}

/** A bare .dev comes before every pre-release; no pre-release comes after all of them. */
function comparePre(a: Pep440, b: Pep440): number {
  const rank = ({ pre, post, dev }: Pep440): number => {
    if (pre !== null) return ["a", "b", "rc"].indexOf(pre[0]);
    return post === null && dev !== null ? -1 : 3;
  };
  return rank(a) - rank(b) || compareDigits(a.pre?.[1] ?? "0", b.pre?.[1] ?? "0");
}

/** `absent`: how a missing part compares with a present one. */
function compareOptional(a: string | null, b: string | null, absent: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? absent : -absent;
  return compareDigits(a, b);
}

function compareLocal(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [x, y] = [a[index], b[index]];
    if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? -1 : 1;
    const [xDigits, yDigits] = [/^\d+$/.test(x), /^\d+$/.test(y)];
    if (xDigits !== yDigits) return xDigits ? 1 : -1;
    const order = xDigits ? compareDigits(x, y) : x < y ? -1 : x > y ? 1 : 0;
    if (order !== 0) return order;
  }
  return 0;
}

function compareAll(a: Pep440, b: Pep440): number {
  return comparePublic(a, b) || compareLocal(a.local, b.local);
}

/** Python's versions and specifiers ("~=1.4.2, !=1.4.5"). */
export const pep440Scheme: VersionScheme = {
  compare(a, b) {
    const [x, y] = [parse(a), parse(b)];
    return x === undefined || y === undefined ? undefined : compareAll(x, y);
  },
  satisfies(version, range) {
    const read = parse(version);
    if (read === undefined) return undefined;
    const results = range
      .split(",")
      .filter((clause) => clause.trim() !== "")
      .map((clause) => satisfiesClause(read, version, clause.trim()));
    return results.includes(undefined) ? undefined : results.every((result) => result === true);
  },
  major: (version) => parse(version)?.release[0],
};

function satisfiesClause(version: Pep440, text: string, clause: string): boolean | undefined {
  const match = /^(===|~=|==|!=|<=|>=|<|>)\s{0,4}(\S{1,200})$/.exec(clause);
  const operator = match?.[1];
  const wanted = match?.[2];
  if (operator === undefined || wanted === undefined) return undefined;
  if (operator === "===") return text.trim().toLowerCase() === wanted.toLowerCase();
  if (wanted.endsWith(".*") && (operator === "==" || operator === "!=")) {
    const prefix = parse(wanted.slice(0, -2));
    if (prefix === undefined) return undefined;
    return hasPrefix(version, prefix) === (operator === "==");
  }
  const bound = parse(wanted);
  if (bound === undefined) return undefined;
  return compareWith(operator, version, bound);
}

function compareWith(operator: string, version: Pep440, bound: Pep440): boolean {
  const order = bound.local.length > 0 ? compareAll(version, bound) : comparePublic(version, bound);
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<=":
      return order <= 0;
    case ">=":
      return order >= 0;
    case "~=":
      return order >= 0 && hasPrefix(version, { ...bound, release: bound.release.slice(0, -1) });
    case "<":
      // A pre-release of the bound itself is not "below" it, unless the bound is one.
      return (
        order < 0 &&
        (bound.pre !== null || bound.dev !== null || !sameRelease(version, bound) || !isPre(version))
      );
    default:
      // Nor is its post-release "above" it.
      return order > 0 && (bound.post !== null || !sameRelease(version, bound) || version.post === null);
  }
}

function isPre({ pre, dev }: Pep440): boolean {
  return pre !== null || dev !== null;
}

function sameRelease(a: Pep440, b: Pep440): boolean {
  return compareDigits(a.epoch, b.epoch) === 0 && compareRelease(a.release, b.release) === 0;
}

function hasPrefix(version: Pep440, prefix: Pep440): boolean {
  if (compareDigits(version.epoch, prefix.epoch) !== 0) return false;
  return prefix.release.every((part, index) => compareDigits(version.release[index] ?? "0", part) === 0);
}
