import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { way, type Pit, type Surroundings } from "./pit.js";

/** Gems come from the distribution's packages where their own registry is not reached. */
export const distributionGems: Pit = {
  id: "distribution-gems",
  ways: ["distribution-gems"],
  error_types: [
    "NETWORK",
    "MISSING_PACKAGE",
    "VERSION_NOT_FOUND",
    "OTHER",
    "PERMISSION_DENIED",
    "AUTHENTICATION",
    "SYNTAX_OR_CONFIG",
    "TIMEOUT",
    "VERSION_CONFLICT",
  ],
  react: async (failed) =>
    failed.step.ecosystem === "bundler" &&
    /could not (?:find|reach|fetch)|403|Net::|Bundler::HTTPError|source/i.test(failed.output)
      ? await fromDistribution(failed, failed.step)
      : [],
  foresee: async (surroundings, step) =>
    step.id === "bundler/install" ? await fromDistribution(surroundings, step) : [],
};

async function fromDistribution({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  if (step.command.includes("--local")) return [];
  const gems = gemsOf(files, step.cwd);
  if (gems.length === 0) return [];
  const lacking = named(await lookups.missing(gems.map((name) => `gem:${name}`)));
  const candidates = lacking.flatMap(packagesOf);
  const unknown = new Set(named(await lookups.missing(candidates.map((name) => `offered:${name}`))));
  const found = lacking.map((name) => packagesOf(name).find((candidate) => !unknown.has(candidate)) ?? null);
  const packages = found.filter((name) => name !== null);
  const local = ["bundle config set --local path.system true", "bundle install --local"];
  return [
    way("distribution-gems", {
      kind: "replace_approach",
      template: packages.length === 0 ? local : ["apt-get install -y {system_package}", ...local],
      slots: { system_package: packages.join(" ") },
      why: "The gems' registry is not reached from here; the distribution has them as packages.",
      // Without a package for each of them Bundler will not be content.
      probability: packages.length === found.length ? 0.7 : 0.3,
      seconds: 25,
    }),
  ];
}

/** A gem's package is called after it, as a library or as the program that it brings. */
function packagesOf(gem: string): string[] {
  const name = gem.replaceAll("_", "-").toLowerCase();
  return [`ruby-${name}`, name];
}

/** What the Gemfile asks for, and where it says so the gem's own manifest. */
function gemsOf(files: ProjectFiles, folder: string): string[] {
  const gemfile = files.text(inFolder(folder, "Gemfile")) ?? "";
  const asked = Array.from(gemfile.matchAll(/^[ \t]*gem[ (]+["']([\w.-]+)["']/gm), (match) => match[1] ?? "");
  const specs = /^[ \t]*gemspec\b/m.test(gemfile)
    ? files.names(folder).filter((name) => /^[^/]+\.gemspec$/.test(name))
    : [];
  const declared = specs.flatMap((name) =>
    Array.from(
      (files.text(inFolder(folder, name)) ?? "").matchAll(
        /^[ \t]*\w+\.add_(?:runtime_|development_)?dependency[ (]+["']([\w.-]+)["']/gm,
      ),
      (match) => match[1] ?? "",
    ),
  );
  return Array.from(new Set([...asked, ...declared]));
}

/** "gem:rake" is about "rake". */
function named(words: readonly string[]): string[] {
  return words.map((word) => word.slice(word.indexOf(":") + 1));
}
