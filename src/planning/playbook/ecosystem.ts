import type { Situation } from "../planner.js";

/** Which tools are at work, as far as commands for people depend on it. */
export type Family =
  "node" | "python" | "rust" | "go" | "jvm" | "ruby" | "php" | "dotnet" | "native" | "system" | "unknown";

const BY_WORD: readonly (readonly [RegExp, Family])[] = [
  [/\b(?:npm|node|yarn|pnpm|javascript|typescript)\b/i, "node"],
  [/\b(?:pip|pipenv|python\d*|poetry|uv|conda|setuptools)\b/i, "python"],
  [/\b(?:cargo|rustc|rust|rustup)\b/i, "rust"],
  [/\b(?:go|golang)\b/i, "go"],
  [/\b(?:java|javac|maven|mvn|gradle|ant|android|jvm|kotlin)\b/i, "jvm"],
  [/\b(?:ruby|gem|bundler|rubygems|rails)\b/i, "ruby"],
  [/\b(?:php|composer)\b/i, "php"],
  [/\b(?:dotnet|nuget|msbuild|mono)\b/i, "dotnet"],
  [/\b(?:make|cmake|gcc|g\+\+|clang|autotools|autoconf|automake|bazel|ld|c|cpp|msvc)\b/i, "native"],
  [/\b(?:apt|apk|yum|dnf|rpm|pacman|brew|docker|git|curl|wget)\b/i, "system"],
];

function familyOfWord(word: string): Family | null {
  return BY_WORD.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

/** The family of the root failure, else of the commands that the thread shows, else of the versions that it names. */
export function ecosystemOf({ chain }: Situation): Family {
  const words = [
    ...chain.failures.map((failure) => failure.ecosystem),
    ...chain.facts.filter((fact) => fact.key === "command").map((fact) => fact.value),
    ...Object.keys(chain.environment.package_managers),
    chain.title,
    ...Object.keys(chain.environment.runtimes),
    ...Object.keys(chain.environment.software),
  ];
  for (const word of words) {
    const family = familyOfWord(word.replaceAll(/[/_]/g, " "));
    if (family !== null) return family;
  }
  return "unknown";
}
