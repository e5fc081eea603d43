import { compareDigits, leadingNumber, type VersionScheme } from "./version-scheme.js";

/** A number, a word, or a list that a hyphen or a change between digits and letters opens. */
type Item =
  { kind: "number"; digits: string } | { kind: "word"; text: string } | { kind: "list"; items: Item[] };

const QUALIFIERS = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
const ALIASES: Readonly<Record<string, string>> = { ga: "", final: "", release: "", cr: "rc" };
/** "a1" is alpha-1; "a" alone is a word of its own. */
const SHORT: Readonly<Record<string, string>> = { a: "alpha", b: "beta", m: "milestone" };

function parse(version: string): Item[] | undefined {
  const text = version.trim().toLowerCase().slice(0, 200);
  if (!/^[a-z0-9][\w.+-]*$/.test(text)) return undefined;
  const root: Item[] = [];
  let list = root;
  const open: Item[][] = [root];
  const nest = (): void => {
    const items: Item[] = [];
    list.push({ kind: "list", items });
    open.push(items);
    list = items;
  };
  const tokens = text.match(/\d+|[^\d.-]+|[.-]/g) ?? [];
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (token === "." || token === "-") {
      if (before === undefined || before === "." || before === "-") list.push(number("0"));
      if (token === "-") nest();
      return;
    }
    const digits = /^\d/.test(token);
    if (before !== undefined && before !== "." && before !== "-") nest();
    list.push(digits ? number(token) : word(token, after !== undefined && /^\d/.test(after)));
  });
  for (const items of open.toReversed()) trim(items);
  return root;
}

function number(digits: string): Item {
  return { kind: "number", digits };
}

function word(token: string, beforeDigit: boolean): Item {
  const long = beforeDigit ? (SHORT[token] ?? token) : token;
  return { kind: "word", text: ALIASES[long] ?? long };
}

/** Zeros, empty words and empty lists at the end say nothing. */
function trim(items: Item[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item === undefined) return;
    if (isNull(item)) items.splice(index, 1);
    else if (item.kind !== "list") return;
  }
}

function isNull(item: Item): boolean {
  if (item.kind === "number") return /^0+$/.test(item.digits);
  return item.kind === "word" ? item.text === "" : item.items.length === 0;
}

function compareItems(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined) return b === undefined ? 0 : -compareItems(b, undefined);
  if (b === undefined) return compareWithNothing(a);
  if (a.kind === "number" && b.kind === "number") return compareDigits(a.digits, b.digits);
  if (a.kind === "word" && b.kind === "word") return compareWords(a.text, b.text);
  if (a.kind === "list" && b.kind === "list") return compareLists(a.items, b.items);
  // Numbers after lists after words.
  const rank = { word: 0, list: 1, number: 2 } as const;
  return rank[a.kind] - rank[b.kind];
}

function compareWithNothing(item: Item): number {
  if (item.kind === "number") return /^0+$/.test(item.digits) ? 0 : 1;
  if (item.kind === "word") return compareWords(item.text, "");
  for (const inner of item.items) {
    const order = compareWithNothing(inner);
    if (order !== 0) return order;
  }
  return 0;
}

function compareLists(a: readonly Item[], b: readonly Item[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = compareItems(a[index], b[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWords(a: string, b: string): number {
  const [x, y] = [qualifierRank(a), qualifierRank(b)];
  if (x !== y) return x - y;
  return x < QUALIFIERS.length ? 0 : a < b ? -1 : a > b ? 1 : 0;
}

function qualifierRank(text: string): number {
  const at = QUALIFIERS.indexOf(text);
  return at < 0 ? QUALIFIERS.length : at;
}

function compare(a: string, b: string): number | undefined {
  const [x, y] = [parse(a), parse(b)];
  return x === undefined || y === undefined ? undefined : compareLists(x, y);
}

/** Maven's versions and ranges: "[1.0,2.0)", "(,1.0],[1.2,)", "[1.5]"; a bare version is only a wish: that one. */
export const mavenScheme: VersionScheme = {
  compare,
  satisfies(version, range) {
    if (parse(version) === undefined) return undefined;
    const sets = range.trim().match(/[[(][^[\]()]{0,200}[\])]/g);
    if (sets === null)
      return compare(version, range) === undefined ? undefined : compare(version, range) === 0;
    const results = sets.map((set) => within(version, set));
    return results.includes(undefined) ? undefined : results.includes(true);
  },
  major: (version) => leadingNumber(version),
};

function within(version: string, set: string): boolean | undefined {
  const inner = set.slice(1, -1);
  const [low, high] = inner.includes(",") ? inner.split(",").map((bound) => bound.trim()) : [inner, inner];
  if (low === undefined || high === undefined) return undefined;
  const above = low === "" ? 1 : compare(version, low);
  const below = high === "" ? -1 : compare(version, high);
  if (above === undefined || below === undefined) return undefined;
  return (set.startsWith("[") ? above >= 0 : above > 0) && (set.endsWith("]") ? below <= 0 : below < 0);
}
