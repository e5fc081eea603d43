import type { Rule } from "../rule.js";

/** What the lines below a conflict say of the gem itself: what is asked for, and which Bundler runs. */
function readConflict(
  gem: string | undefined,
  line: (offset: number) => string,
): { kind: "constraint" | "version"; value: string }[] {
  for (let at = 1; at <= 12; at++) {
    const asked = /^([\w.-]{1,80}) \(([<>=~!][^)]{1,60})\)/.exec(line(at));
    const running =
      line(at) === "Current Bundler version:" ? /\((\d[\w.]*)\)/.exec(line(at + 1))?.[1] : undefined;
    if (running !== undefined) return [{ kind: "version", value: running }];
    if (asked !== null && asked[1] === gem) {
      const version = [1, 2, 3, 4].map((next) => line(at + next)).join(" ");
      const bundler = /Current Bundler version: bundler \((\d[\w.]*)\)/.exec(version)?.[1];
      return [
        { kind: "constraint", value: asked[2] ?? "" },
        ...(bundler === undefined ? [] : [{ kind: "version" as const, value: bundler }]),
      ];
    }
  }
  return [];
}

export const BUNDLER_RULES: readonly Rule[] = [
  {
    id: "bundler/ruby-version",
    ecosystem: "bundler",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "but your gemfile specified",
      "requires ruby version",
      "require ruby version",
      "requires rubygems version",
      "depends on ruby",
    ],
    pattern:
      /Your (?<language_runtime>Ruby|RubyGems|jruby|rbx) (?:engine )?version is (?<version>[\w.]+), but your Gemfile specified (?<constraint>[^\n]{1,60})|(?<asker>[\w.-]{1,100}) requires (?<language_runtime2>Ruby|RubyGems) version (?<constraint2>[^\n]{1,60}?)(?:, which is incompatible with the current version, (?:ruby )?(?<version2>[\w.]+)|\. The current (?:ruby|rubygems) version is (?<version3>[\w.]+?)\.?$|\.$|$)/i,
    cause: "The Ruby that runs is not the one that is needed: {constraint}.",
    steps: ["ruby --version"],
    refine: ({ groups, line }) => {
      const dependant = /Error installing ([\w.-]{1,100}):/.exec([-1, -2].map(line).join(" "))?.[1];
      // "string-scrub-0.1.1": of two versions, the one of Ruby is what matters
      const name = groups["asker"]?.replace(/-\d[\w.]*$/, "");
      return {
        entities: [name, dependant].flatMap((value) =>
          value === undefined ? [] : [{ kind: "package" as const, value }],
        ),
      };
    },
  },
  {
    id: "bundler/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not find gem",
      "could not find a valid gem",
      "in any of the sources",
      "in any of the gem sources",
      "in rubygems repository",
    ],
    pattern:
      /Could not find gem '(?<gem>[^']{1,150})'|Could not find a valid gem '(?<package>[^']{1,100})'(?: \((?!>= 0\))(?<constraint>[^)]{1,60})\))?|Could not find (?<gem2>[\w.-]{1,100}-\d[\w.]{0,40}) in (?:any of the|locally installed|rubygems)/,
    cause: "No gem source has {package}.",
    steps: ["gem search ^{package}$"],
    // "here is why:" is followed by the reason
    root: { pattern: /^Unable to download data from (?<url>\S{1,200})/, after: 2 },
    refine: ({ groups, line }) =>
      groups["url"] !== undefined
        ? { error_type: "NETWORK" }
        : /any of the sources|locally installed|rubygems repository|locally/.test(line(0)) ||
            !/^Could not find [\w.-]+-\d/.test(line(0))
          ? {}
          : { error_type: "MISSING_PACKAGE" },
  },
  {
    id: "bundler/gem-missing",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: [
      "gem::gemnotfoundexception",
      "gem::missingspecerror",
      "the following gems are missing",
      "could not find ",
      "gem::missingspecversionerror",
    ],
    pattern:
      /Could not find '(?<package>[\w.-]{1,100})' \((?<needed>[^)]{1,60})\) (?:required by your (?<file>\S{1,200}?)\.?(?=[\s()]|$)|- did find|among \d+)|can't find gem (?<package2>[\w.-]{1,100}) \((?<constraint2>[^)]{1,60})\)|Could not find proper version of (?<package3>[\w.-]{1,100})/,
    cause: "The gem {package} is not installed.",
    steps: ["bundle install"],
    refine: ({ groups }) => {
      const needed = groups["needed"];
      if (needed === undefined) return {};
      return { entities: [{ kind: /^\d[\w.]*$/.test(needed) ? "version" : "constraint", value: needed }] };
    },
  },
  {
    id: "bundler/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not find compatible versions",
      "bundler could not find compatible versions",
      "version solving has failed",
      "gem::conflicterror",
      "unable to activate",
      "you have already activated",
      "because every version of",
      "gem::loaderror",
    ],
    pattern:
      /[Cc]ould not find compatible versions(?: for gem "(?<package>[^"]{1,100})")?|version solving has failed|Unable to activate (?<gem>[\w.-]{1,100}), because (?<gem2>[\w.-]{1,100}) conflicts with (?<conflicts_with>[\w.-]{1,100}) \((?<constraint>[^)]{1,60})\)|You have already activated (?<package2>[\w.-]{1,100}) (?<version>[\w.]{1,40}), but your Gemfile requires [\w.-]{1,100} (?<version2>[\w.]{1,40}?)\./,
    near: [
      {
        pattern:
          /^(?<conflicts_with2>[\w.-]{1,80}) (?:\([^)]{1,60}\) )?was resolved to \S{1,40}, which depends on$/,
        after: 8,
      },
    ],
    cause: "The gems ask for versions of {package} that do not go together.",
    steps: ["bundle update {package}"],
    refine: ({ groups, line }) => ({ entities: readConflict(groups["package"], line) }),
  },
  {
    id: "bundler/lock-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "package_manager",
    evidence: "cause",
    keys: ["you must use bundler ", "compatible with your ruby & rubygems"],
    pattern:
      /You must use (?<language_runtime>Bundler) (?<constraint>\d[\w.]* or greater) with this lockfile|There are no versions of (?<gem>[\w.-]{1,100}(?: \([^)]{1,60}\))?) compatible with your (?<language_runtime2>Ruby)/,
    cause: "The installed Bundler or Ruby is too old: {constraint}.",
    steps: ["gem install bundler"],
  },
  {
    id: "bundler/no-gemfile",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not locate gemfile", "gemfile not found"],
    pattern: /Could not locate (?<file>Gemfile)|(?<![\w./-])(?<file2>\/\S{1,200}Gemfile) not found/,
    cause: "There is no Gemfile here.",
  },
  {
    id: "bundler/platform",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["your bundle only supports platforms"],
    pattern:
      /Your bundle only supports platforms .{1,200} but your local platform is (?<code>[\w.-]{0,60}\w)/,
    cause: "The lock file knows nothing of the platform {code}.",
    steps: ["bundle lock --add-platform {code}"],
  },
  {
    id: "bundler/gemfile",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "there was an error parsing `gemfile`",
      "there was an error parsing",
      "there was an error while trying to load",
      "there was a nomethoderror while evaluating",
    ],
    pattern:
      /[Tt]here was an error (?:parsing|while (?:loading|trying to load)) [`'](?<file>[^`']{1,200})[`'](?:: (?<message>.{1,200}))?/,
    cause: "{file} cannot be read: {message}",
  },
  {
    id: "bundler/frozen",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "deployment mode after changing",
      "trying to install in deployment mode",
      "the gemfile's dependencies are in gemfile.lock",
      "the lockfile can't be updated",
      "gemfile and gemfile.lock",
      "but the lockfile does not have",
      "platform, add the current platform",
    ],
    pattern:
      /deployment mode after changing|The dependencies in your gemfile changed|lockfile can't be updated because frozen mode|Your bundle only supports platforms (?<platforms>.{1,120}) but your local platform/i,
    cause: "Gemfile.lock does not fit the Gemfile, and may not be changed.",
    steps: ["bundle install", "bundle lock --add-platform"],
    refine: ({ groups }) => (groups["platforms"] === undefined ? {} : { error_type: "PLATFORM_UNSUPPORTED" }),
  },
  {
    id: "bundler/network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not fetch specs from",
      "could not reach host",
      "retrying fetcher due to error",
      "could not download data from",
      "network error while fetching",
      "unable to download data from",
      "gem::remotefetcher",
    ],
    pattern:
      /Could not (?:fetch specs from|download data from) (?<url>\S{1,200})|Could not reach host (?<host>[\w.-]{1,200}?)\.(?:\s|$)|Retrying fetcher due to error \(\d+\/\d+\): (?<message>.{1,200})|Network error while fetching (?<url2>\S{1,300})|Unable to download data from (?<url3>\S{1,200}) - (?<message2>.{1,200})|Gem::RemoteFetcher::\w+: (?<message3>.{1,200})/,
    cause: "A gem source could not be reached: {message}",
    refine: ({ line }) => {
      const text = line(0);
      if (/\b40[13]\b|Authentication is required|Bad username or password/.test(text))
        return { error_type: "AUTHENTICATION" };
      return text.includes("bad response Not Found 404") ? { error_type: "VERSION_NOT_FOUND" } : {};
    },
  },
  {
    id: "bundler/openssl",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "toolchain",
    evidence: "cause",
    keys: ["unable to require openssl", "could not load openssl"],
    pattern: /Unable to require (?<library>openssl)|Could not load (?<library2>OpenSSL)/,
    cause: "This Ruby was built without OpenSSL.",
  },
  {
    id: "bundler/root",
    error_type: "PERMISSION_DENIED",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "you don't have write permissions for",
      "there was an error while trying to write to",
      "gem::filepermissionerror",
      "there was an error accessing `",
      "there was an error while trying to ",
    ],
    pattern:
      /You don't have write permissions for the (?<file>\S{1,300}) directory|There was an error (?:accessing|while trying to [a-z ]{3,30}) [`'](?<file2>[^`']{1,300})[`'](?!:)/,
    refine: ({ line }) =>
      /insufficient space|ENOSPC/.test(line(0)) ? { error_type: "RESOURCE_EXHAUSTED" } : {},
    cause: "The gems' folder {file} may not be written.",
    steps: ["gem install --user-install …"],
  },
];
