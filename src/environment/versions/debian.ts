import { compareDigits, leadingNumber, type VersionScheme } from "./version-scheme.js";

interface Debian {
  epoch: string;
  upstream: string;
  revision: string;
}

const VERSION = /^(?:(\d{1,10}):)?(\d[\w.+:~-]{0,200})$/;

function parse(text: string): Debian | undefined {
  const match = VERSION.exec(text.trim());
  if (match?.[2] === undefined) return undefined;
  const dash = match[2].lastIndexOf("-");
  return {
    epoch: match[1] ?? "0",
    upstream: dash < 0 ? match[2] : match[2].slice(0, dash),
    revision: dash < 0 ? "0" : match[2].slice(dash + 1),
  };
}

/** Alternating runs of letters and digits; a tilde sorts before the end, letters before all other signs. */
function compareParts(a: string, b: string): number {
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    while ((i < a.length && !isDigit(a[i])) || (j < b.length && !isDigit(b[j]))) {
      const order = weight(a[i]) - weight(b[j]);
      if (order !== 0) return order;
      i++;
      j++;
    }
    const x = /^\d*/.exec(a.slice(i))?.[0] ?? "";
    const y = /^\d*/.exec(b.slice(j))?.[0] ?? "";
    const order = compareDigits(x === "" ? "0" : x, y === "" ? "0" : y);
    if (order !== 0) return order;
    i += x.length;
    j += y.length;
  }
  return 0;
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function weight(char: string | undefined): number {
  if (char === "~") return -1;
  if (char === undefined || isDigit(char)) return 0;
  return /[a-z]/i.test(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256;
}

function compare(a: Debian, b: Debian): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareParts(a.upstream, b.upstream) ||
    compareParts(a.revision, b.revision)
  );
}

/** Debian's versions, and its relations: "(>= 1.2-3)", "<< 2", "= 1:4.0". */
export const debianScheme: VersionScheme = {
  compare(a, b) {
    const [x, y] = [parse(a), parse(b)];
    return x === undefined || y === undefined ? undefined : compare(x, y);
  },
  satisfies(version, range) {
    const match = /^\(?(<<|<=|>=|>>|[=<>])\s{0,4}([^\s()]{1,200})\)?$/.exec(range.trim());
    const [read, bound] = [parse(version), parse(match?.[2] ?? "")];
    if (read === undefined || bound === undefined) return undefined;
    const order = compare(read, bound);
    switch (match?.[1]) {
      case "<<":
        return order < 0;
      case "<=":
      case "<":
        return order <= 0;
      case "=":
        return order === 0;
      case ">>":
        return order > 0;
      default:
        return order >= 0;
    }
  },
  major: (version) => leadingNumber(parse(version)?.upstream ?? ""),
};
