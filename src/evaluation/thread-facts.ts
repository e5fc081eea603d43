import type { Chain } from "../chain/chain.js";
import type { ExpectedFacts } from "./thread-corpus.js";

/** Counts behind precision and recall of facts; `found` of `expected`, `right` of `stated`. */
export interface FactCounts {
  expected: number;
  found: number;
  stated: number;
  right: number;
  /** True facts beyond the expected selection (they stand in the reporter's text): in neither figure. */
  further: number;
  /** What is not found or not right, in words for people. */
  misses: string[];
}

/** Compares the reporter's facts in a chain with what a careful reader noted. `said`: the reporter's texts. */
export function scoreFacts(chain: Chain, expected: ExpectedFacts, said: string): FactCounts {
  const counts: FactCounts = { expected: 0, found: 0, stated: 0, right: 0, further: 0, misses: [] };
  const { environment } = chain;
  scoreOne(counts, "os", environment.os?.value, expected.os, sameSystem);
  scoreOne(counts, "os_family", environment.os_family?.value, expected.os_family, sameWord);
  scoreOne(counts, "arch", environment.arch?.value, expected.arch, sameWord);
  scoreVersions(counts, versionsOf(chain), expected.versions, said);
  scoreErrors(counts, errorsOf(chain), expected.errors, said);
  return counts;
}

function scoreOne(
  counts: FactCounts,
  key: string,
  stated: string | undefined,
  expected: string | null,
  same: (a: string, b: string) => boolean,
): void {
  const right = stated !== undefined && expected !== null && same(stated, expected);
  counts.expected += expected === null ? 0 : 1;
  counts.stated += stated === undefined ? 0 : 1;
  counts.found += right ? 1 : 0;
  counts.right += right ? 1 : 0;
  if (!right && (stated !== undefined || expected !== null))
    counts.misses.push(`${key}: ${stated ?? "nothing"} for ${expected ?? "nothing"}`);
}

interface Version {
  name: string;
  value: string;
}

function scoreVersions(
  counts: FactCounts,
  stated: readonly Version[],
  expected: Record<string, string>,
  said: string,
): void {
  for (const [name, value] of Object.entries(expected)) {
    counts.expected += 1;
    if (stated.some((version) => sameVersion(version.value, value))) counts.found += 1;
    else counts.misses.push(`versions.${name}: not found: ${value}`);
  }
  for (const version of stated) {
    const known = Object.values(expected).some((value) => sameVersion(version.value, value));
    const contradicted = Object.keys(expected).some((name) => sameWord(name, version.name));
    if (!known && !contradicted && said.includes(version.value)) {
      counts.further += 1;
      continue;
    }
    counts.stated += 1;
    counts.right += known ? 1 : 0;
    if (!known) counts.misses.push(`versions.${version.name}: wrong: ${version.value}`);
  }
}

function scoreErrors(
  counts: FactCounts,
  stated: readonly string[],
  expected: readonly string[],
  said: string,
): void {
  const loose = stated.map(looseText);
  for (const piece of expected) {
    const wanted = looseText(piece);
    counts.expected += 1;
    if (loose.some((line) => line.includes(wanted) || (line.length >= 12 && wanted.includes(line))))
      counts.found += 1;
    else counts.misses.push(`errors: not found: ${piece}`);
  }
  const all = looseText(said);
  for (const line of loose) {
    const known = expected.some(
      (piece) => line.includes(looseText(piece)) || looseText(piece).includes(line),
    );
    if (!known && all.includes(line)) {
      counts.further += 1;
      continue;
    }
    counts.stated += 1;
    counts.right += known ? 1 : 0;
    if (!known) counts.misses.push(`errors: wrong: ${line}`);
  }
}

function versionsOf({ environment }: Chain): Version[] {
  const { runtimes, package_managers, software, cuda } = environment;
  return [runtimes, package_managers, software, cuda === undefined ? {} : { cuda }].flatMap((group) =>
    Object.entries(group).map(([name, { value }]) => ({ name, value })),
  );
}

function errorsOf(chain: Chain): string[] {
  return chain.facts
    .filter(({ key, author_role }) => key === "error" && author_role === "reporter")
    .map(({ value }) => value);
}

/** "OS X 10.9" is "Mac OSX 10.9", "ubuntu 12.04" is in "64bit Ubuntu 12.04"; another version is another system. */
function sameSystem(stated: string, expected: string): boolean {
  const [a, b] = [systemWords(stated), systemWords(expected)];
  const numbers = (text: string): string => (text.match(/\d[\d.]*/g) ?? []).join(" ");
  if (numbers(a) !== numbers(b)) return false;
  return a.includes(b) || b.includes(a) || (numbers(a) !== "" && a.split(" ")[0] === b.split(" ")[0]);
}

function systemWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:(?:ma[cx] ?)?os ?x|mac ?os|mac)\b/g, "macos")
    .replace(/\bwin\b/g, "windows")
    .replace(/[^\w.]+/g, " ")
    .trim();
}

function sameVersion(a: string, b: string): boolean {
  const [one, other] = [bareVersion(a), bareVersion(b)];
  const commits = /^[0-9a-f]{7,40}$/.test(one) && /^[0-9a-f]{7,40}$/.test(other);
  return one === other || (commits && (one.startsWith(other) || other.startsWith(one)));
}

function bareVersion(version: string): string {
  return version.toLowerCase().replace(/^(?:v|jdk|jre|go|python|release)[ -]?(?=\d)/, "");
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function looseText(text: string): string {
  return text
    .replace(/[*_`\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
