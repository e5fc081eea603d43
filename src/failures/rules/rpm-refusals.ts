import type { Named } from "../entities/notations.js";
import type { Refinement, Rule } from "../rule.js";

const UNIT = "[\\w.+~:-]{1,150}";

/** "lamp-2.0-1.x86_64" → "lamp" */
function nameOf(unit: string | undefined): string {
  const text = unit ?? "";
  return /^(.{1,120}?)-(?:\d{1,4}:)?\d[^-]{0,60}-[^-]{1,60}$/.exec(text)?.[1] ?? text;
}

function packages(...units: readonly (string | undefined)[]): Refinement {
  return {
    entities: units.flatMap((unit): Named[] =>
      unit === undefined ? [] : [{ kind: "package", value: nameOf(unit) }],
    ),
  };
}

/** What yum, dnf and rpm refuse to do before or while they install, in their own words. */
export const RPM_REFUSAL_RULES: readonly Rule[] = [
  {
    id: "rpm/usage",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "error",
    keys: [
      "need to pass a list of pkgs",
      "need to pass a single pkgid",
      "need an item to match",
      "there are no enabled repo",
      "error: unknown repo: ",
      "no matching repo to modify",
      "config error: ",
      "not an rpm package",
      "command line error: ",
      "options error: ",
    ],
    pattern:
      /Error: Need (?:to pass an? |an item )|There are no enabled repo\w*(?: in "(?<file>[^"]{1,200})")?|Error: Unknown repo: '(?<repository>[^']{1,100})'|No matching repo to modify: (?<repository2>\S{1,100}?)\.?$|Config error: (?:Parsing file "(?<file2>[^"]{1,200})" failed|.{1,200})|error: (?<file3>\S{1,200}): not an rpm package|(?:Command line|Options) error: .{0,60}(?<code>-{1,2}[\w-]{1,60})/i,
    cause: "The package manager is called or set up wrongly.",
    steps: ["dnf repolist --all"],
  },
  {
    id: "rpm/no-such-command",
    error_type: "COMMAND_NOT_FOUND",
    stage: "system_packages",
    evidence: "error",
    keys: ["no such command: "],
    pattern: /^No such command: (?<command>[\w.-]{1,60})\. Please use \S{1,60} --help/,
    cause: "This yum or dnf has no command {command}: a plugin brings it.",
    steps: ["dnf install dnf-plugins-core"],
  },
  {
    id: "rpm/file-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["conflicts with file from package", "conflicts between attempted installs of"],
    pattern: new RegExp(
      `file (?<file>\\S{1,300}) (?:from install of (?<unit>${UNIT}) conflicts with file from package (?<other>${UNIT})|conflicts between attempted installs of (?<unit2>${UNIT}) and (?<other2>${UNIT}))`,
    ),
    cause: "Two packages bring {file}.",
    refine: ({ groups }) => ({
      entities: [
        { kind: "package", value: nameOf(groups["unit"] ?? groups["unit2"]) },
        { kind: "conflicts_with", value: nameOf(groups["other"] ?? groups["other2"]) },
      ],
    }),
  },
  {
    id: "rpm/multilib",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["protected multilib versions", "protected packages", "cannot enable more streams"],
    pattern: new RegExp(
      `Protected multilib versions: (?:\\d{1,4}:)?(?<unit>${UNIT}) != |removing the following protected packages: (?<package>[\\w.+-]{1,100})|Cannot enable more streams from module '(?<package2>[^']{1,100})'`,
    ),
    cause: "The packages that are asked for exclude what is there.",
    refine: ({ groups }) => packages(groups["unit"]),
  },
  {
    id: "rpm/missing-group",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["missing groups or modules: ", "unable to resolve argument "],
    pattern: /(?:missing groups or modules|Unable to resolve argument):? (?<package>[@\w.:/+-]{1,100})/,
    cause: "No repository has {package}.",
  },
  {
    id: "rpm/space",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "system_packages",
    evidence: "cause",
    keys: [" more space on the ", " more space needed on the ", "insufficient space in download directory"],
    pattern: new RegExp(
      `installing package (?<unit>${UNIT}) needs \\S{1,20} (?:inodes|more space) on the (?<place>\\S{1,200}) filesystem|At least \\S{1,20} more space needed on the (?<place2>\\S{1,200}) filesystem|Insufficient space in download directory (?<file>\\S{1,200})`,
    ),
    cause: "There is too little space for the packages.",
    steps: ["df -h"],
    refine: ({ groups }) => packages(groups["unit"]),
  },
  {
    id: "rpm/lock",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "error",
    keys: ["another copy is running as pid", "another app is currently holding the yum lock"],
    pattern:
      /Existing lock (?<file>\S{1,200}): another copy is running|Another app is currently holding the yum lock/,
    cause: "Another yum is running.",
    steps: ["ps aux | grep -E 'yum|dnf'"],
  },
  {
    id: "rpm/installed",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "error",
    keys: ["is already installed"],
    pattern: new RegExp(
      `^package (?<unit>${UNIT}-\\d[\\w.+~:]{0,60}-${UNIT}) (?:\\(which is newer than .{1,150}\\) )?is already installed$`,
    ),
    cause: "The package is installed already, in this version or a newer one.",
    steps: ["rpm -Uvh --replacepkgs FILE"],
    refine: ({ groups }) => packages(groups["unit"]),
  },
  {
    id: "rpm/architecture",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "system_packages",
    evidence: "cause",
    keys: ["is intended for a different "],
    pattern: new RegExp(
      `package (?<unit>${UNIT}) is intended for a different (?:architecture|operating system)`,
    ),
    cause: "The package is made for another system.",
    refine: ({ groups }) => packages(groups["unit"]),
  },
  {
    id: "rpm/database",
    error_type: "OTHER",
    stage: "system_packages",
    evidence: "error",
    keys: ["error: rpmdb: ", "error: cannot open packages ", "rpmdb open failed", "error: db5 error"],
    pattern:
      /error: rpmdb: (?<message>.{1,120})|error: cannot open Packages (?:index|database) (?:using \S{1,20} - .{0,80}|in (?<file>\/\S{1,200}))|rpmdb open failed|error: db5 error/,
    cause: "rpm's database cannot be read.",
    steps: ["rm -f /var/lib/rpm/__db*", "rpm --rebuilddb"],
    refine: () => ({ code: null }),
  },
];
