import { way, type Pit, type Surroundings } from "./pit.js";
import { wantedByFailure, type Wanted } from "./wanted-by-failure.js";
import { wantedBySources } from "./wanted-by-sources.js";
import type { Way } from "../setup.js";

const MOST_AT_ONCE = 8;

/** Programs, headers, pkg-config files and libraries that the system lacks, looked up in the distribution's own index. */
export const missingSystemFile: Pit = {
  id: "missing-system-file",
  ways: ["missing-system-file"],
  error_types: [
    "MISSING_SYSTEM_LIBRARY",
    "COMMAND_NOT_FOUND",
    "MISSING_FILE",
    "MISSING_PACKAGE",
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "TEST_FAILURE",
    "OTHER",
    "CRASH",
  ],
  async react(failed) {
    for (const wanted of wantedByFailure(failed)) {
      const ways = (await packagesOf(wanted, failed)).map((name, index) =>
        install([name], wanted.name, index === 0 ? 0.8 : 0.4),
      );
      if (ways.length > 0) return ways;
    }
    return [];
  },
  async foresee(surroundings, step) {
    const wanted = await wantedBySources(surroundings, step);
    const found = await Promise.all(
      wanted.slice(0, MOST_AT_ONCE).map(async (one) => (await packagesOf(one, surroundings))[0] ?? null),
    );
    const names = Array.from(new Set(found.filter((name) => name !== null))).sort();
    const what = wanted.map(({ name }) => name).join(", ");
    return names.length === 0 ? [] : [install(names, what, 0.8)];
  },
};

function install(names: readonly string[], wanted: string, probability: number): Way {
  return way("missing-system-file", {
    kind: "insert_step",
    template: ["apt-get install -y {system_package}"],
    slots: { system_package: names.join(" "), wanted },
    why: `${wanted} is part of the system package ${names.join(", ")}.`,
    probability,
    seconds: 20,
  });
}

async function packagesOf(wanted: Wanted, { lookups }: Pick<Surroundings, "lookups">): Promise<string[]> {
  if (wanted.package !== undefined) return [wanted.package];
  for (const pattern of wanted.patterns) {
    const found = choosePackages(await lookups.systemFiles(pattern), wanted.name);
    if (found.length > 0) return found;
  }
  return [];
}

/** The package that is named most like the file, development packages first for what is compiled against. */
export function choosePackages(found: readonly { path: string; package: string }[], name: string): string[] {
  const stem = (name.split("/").at(-1) ?? name)
    .replace(/\.\w+$/, "")
    .replace(/^lib/, "")
    .replace(/[_-]config$/, "")
    .toLowerCase();
  const score = (entry: { path: string; package: string }) =>
    (entry.package.includes(stem) ? 0 : 4) +
    (/-dev$|^python3?-/.test(entry.package) ? 0 : /^s?bin\//.test(entry.path) ? 0 : 2) +
    entry.path.split("/").length +
    entry.package.length / 20 +
    (/\d/.test(entry.package.replace(/-dev$/, "").slice(3)) ? 0.5 : 0);
  const ranked = Array.from(found).sort((a, b) => score(a) - score(b) || (a.package < b.package ? -1 : 1));
  return Array.from(new Set(ranked.map((entry) => entry.package))).slice(0, 3);
}
