/** Words that projects put before a version in the name of a tag or a branch, likeliest first. */
const BEFORE_A_VERSION = ["", "v", "release", "version", "ver", "rel", "r"];

/** Glob patterns of `git ls-remote` that hold every name that `chooseRef` could take. */
export function refPatterns(wanted: string, project: string): string[] {
  return [...new Set(spellings(bareVersion(wanted, project)).map((spelling) => `*${spelling}`))];
}

/** A commit by its hash, whole or its beginning. */
export function isCommit(wanted: string): boolean {
  return /^[\da-f]{7,40}$/.test(wanted) && /\d/.test(wanted) && /[a-f]/.test(wanted);
}

/**
 * The tag or branch that is meant by a version or a name as a person wrote it: "1.2.3" is "v1.2.3" in one project
 * and "app-1.2.3" in another, and "other-1.2.3" is something else. Null where there is none.
 */
export function chooseRef(wanted: string, project: string, names: readonly string[]): string | null {
  if (names.includes(wanted)) return wanted;
  const prefixes = prefixesOf(project);
  const bare = spellings(bareVersion(wanted, project));
  const rankOf = (name: string): number => {
    const ending = bare.find((spelling) => name.endsWith(spelling));
    return ending === undefined
      ? -1
      : prefixes.indexOf(lettersOf(withoutScope(name.slice(0, name.length - ending.length))));
  };
  const [best] = names
    .map((name) => ({ name, rank: rankOf(name) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank);
  return best?.name ?? null;
}

/** The names in what `git ls-remote --refs` prints. */
export function namesOfRefs(output: string): string[] {
  return output
    .split("\n")
    .flatMap((line) => /^[0-9a-f]{40,64}\trefs\/(?:tags|heads)\/(\S+)$/.exec(line.trimEnd())?.[1] ?? []);
}

/** Without what projects write before it: "v1.2.3", "release-1.2.3", "app@1.2.3", "@owner/app@1.2.3" → "1.2.3"; a name stays as it is. */
function bareVersion(wanted: string, project: string): string {
  const start = /(?<![\d.])\d+(?:[._]\d|$)/.exec(wanted)?.index ?? 0;
  return prefixesOf(project).includes(lettersOf(withoutScope(wanted.slice(0, start))))
    ? wanted.slice(start)
    : wanted;
}

/** npm packages are named with their owner: "@octo/ingest@" → "ingest@". */
function withoutScope(before: string): string {
  return before.replace(/^@[\w.-]+\//, "");
}

/** What may stand before a version of the project, by its letters: likeliest first. */
function prefixesOf(project: string): string[] {
  const own = lettersOf(project);
  return [...BEFORE_A_VERSION, own, `${own}v`, ...BEFORE_A_VERSION.slice(2).map((word) => `${own}${word}`)];
}

/** "1.2.3" and "1_2_3". */
function spellings(bare: string): string[] {
  return [bare, bare.replaceAll(".", "_")];
}

/** Without what joins words: "App-V" → "appv"; a digit stays, so that "1.2.3" does not end "11.2.3". */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[-_/@.]/g, "");
}
