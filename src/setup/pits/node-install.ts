import semver from "semver";
import { inFolder } from "../ecosystems/ecosystem.js";
import { readPackageJson, readWorkspace } from "../ecosystems/node-scripts.js";
import type { NodeScripts } from "../lookups/lookups.js";
import type { SetupStep, Way } from "../setup.js";
import { isNode, way, type Pit, type Surroundings } from "./pit.js";

/** The majors of the image's own package managers. */
const MANAGERS: Readonly<Record<string, { major: number; package: string }>> = {
  yarn: { major: 1, package: "@yarnpkg/cli-dist" },
  pnpm: { major: 9, package: "pnpm" },
};

/** The project is made for another version of its package manager. */
export const packageManager: Pit = {
  id: "package-manager",
  ways: ["package-manager"],
  error_types: [
    "RUNTIME_VERSION_MISMATCH",
    "SYNTAX_OR_CONFIG",
    "VERSION_CONFLICT",
    "OTHER",
    "PLATFORM_UNSUPPORTED",
    "BUILD_FAILURE",
  ],
  react: ({ files, step, output }) =>
    /packageManager|Corepack|Unsupported (?:engine|environment)|engine|lockfile|version of (?:yarn|pnpm)/i.test(
      output,
    )
      ? ownManager(files, step)
      : [],
  foresee: ({ files }, step) => (step.goal === "install" ? ownManager(files, step) : []),
};

/** Yarn from 2 on heeds neither npm's registry nor the usual variables for a proxy. */
const AS_NPM =
  'YARN_NPM_REGISTRY_SERVER="$(npm config get registry)" YARN_HTTPS_PROXY="$HTTPS_PROXY" YARN_HTTP_PROXY="$HTTP_PROXY"';
/** Where CI is set, it refuses to write the first lock file. */
const UNLOCKED = "YARN_ENABLE_IMMUTABLE_INSTALLS=false ";

function ownManager(files: Surroundings["files"], step: SetupStep): Way[] {
  const tool = MANAGERS[step.ecosystem];
  if (tool === undefined) return [];
  const json = readPackageJson(files, step.cwd);
  const declared = new RegExp(`^${step.ecosystem}@(\\d+\\.\\d+\\.\\d+)`).exec(
    json?.packageManager ?? "",
  )?.[1];
  const range = json?.engines?.[step.ecosystem];
  const fits = (version: string) =>
    range === undefined || semver.validRange(range) === null || semver.satisfies(version, range);
  const version =
    declared !== undefined && fits(declared)
      ? declared
      : range === undefined || fits(`${tool.major}.99.99`)
        ? undefined
        : [10, 8, 7, 9, 4, 3].map(String).find((major) => fits(`${major}.99.99`));
  if (version === undefined || Number(version.split(".")[0]) === tool.major) return [];
  const modern = step.ecosystem === "yarn" && !version.startsWith("1");
  const name = step.ecosystem === "yarn" && !modern ? "yarn" : tool.package;
  const install = "npm install --global {package}@{version}";
  const locked = files.has(inFolder(step.cwd, "yarn.lock"));
  return [
    way("package-manager", {
      kind: modern ? "replace_approach" : "insert_step",
      template: modern ? [install, `${locked ? "" : UNLOCKED}${AS_NPM} {command}`] : [install],
      slots: { package: name, version, command: step.command },
      why: `The project is made for ${step.ecosystem} ${version}.`,
      probability: 0.8,
      seconds: 10,
    }),
  ];
}

/** An install script that fetches a binary from elsewhere than the registry. */
export const downloadingScript: Pit = {
  id: "install-script",
  ways: ["install-script"],
  error_types: [
    "NETWORK",
    "BUILD_FAILURE",
    "OTHER",
    "CRASH",
    "TIMEOUT",
    "PERMISSION_DENIED",
    "AUTHENTICATION",
    "MISSING_FILE",
  ],
  react: ({ step, output }) =>
    isNode(step) &&
    step.goal === "install" &&
    !step.command.includes("--ignore-scripts") &&
    !/\bgyp\b/.test(output) &&
    /postinstall|install script|lifecycle|npm (?:error|ERR!) (?:path|command)|ELIFECYCLE|Failed to (?:set up|download|fetch)/i.test(
      output,
    )
      ? [withoutScripts(step)]
      : [],
  async foresee(surroundings, step) {
    if (!isNode(step) || step.goal !== "install" || step.command.includes("--ignore-scripts")) return [];
    const scripts = await installScripts(surroundings, step.cwd);
    return scripts.some(({ downloads, compiles }) => downloads && !compiles) ? [withoutScripts(step)] : [];
  },
};

/** What the install scripts do of the packages that package.json asks for. */
async function installScripts({ files, lookups }: Surroundings, folder: string): Promise<NodeScripts[]> {
  const json = readWorkspace(files, folder)?.json;
  const asked = { ...json?.dependencies, ...json?.devDependencies };
  const known = await lookups.nodePackages(Object.keys(asked));
  const scripted = Object.entries(asked).flatMap(([name, range]) => {
    const versions = known?.[name]?.versions ?? {};
    const best =
      semver.validRange(range) === null ? null : semver.maxSatisfying(Object.keys(versions), range);
    return best !== null && versions[best]?.hasInstallScript === true ? [`${name}@${best}`] : [];
  });
  return Object.values((await lookups.nodeScripts(scripted)) ?? {});
}

function withoutScripts(step: SetupStep): Way {
  return way("install-script", {
    kind: "modify_command",
    template: ["{command} --ignore-scripts"],
    slots: { command: step.command },
    why: "An install script fetches from elsewhere than the registry: it is left out.",
    probability: 0.6,
    risk: 0.2,
  });
}

/** A native addon: node-gyp would download Node's headers; the distribution has them as a package. */
export const nodeHeaders: Pit = {
  id: "node-headers",
  ways: ["node-headers"],
  error_types: [
    "NETWORK",
    "BUILD_FAILURE",
    "MISSING_SYSTEM_LIBRARY",
    "MISSING_FILE",
    "OTHER",
    "CRASH",
    "TIMEOUT",
    "AUTHENTICATION",
    "PERMISSION_DENIED",
  ],
  react: ({ step, output }) =>
    isNode(step) &&
    output.includes("gyp") &&
    !step.command.includes("npm_config_nodedir") &&
    /headers|node\.h|node_api\.h|nodejs\.org|getaddrinfo|403|FetchError|download/i.test(output)
      ? [withHeaders(step)]
      : [],
  async foresee(surroundings, step) {
    if (!isNode(step) || step.goal !== "install" || step.command.includes("npm_config_nodedir")) return [];
    if (surroundings.files.has(inFolder(step.cwd, "binding.gyp"))) return [withHeaders(step)];
    const scripts = await installScripts(surroundings, step.cwd);
    return scripts.some(({ compiles }) => compiles) ? [withHeaders(step)] : [];
  },
};

function withHeaders(step: SetupStep): Way {
  return way("node-headers", {
    kind: "replace_approach",
    template: ["apt-get install -y libnode-dev", "npm_config_nodedir=/usr {command}"],
    slots: { command: step.command },
    why: "A native addon is built against Node's headers: the distribution's are taken.",
    probability: 0.75,
    seconds: 30,
  });
}

/** webpack 4 and its like hash with what OpenSSL 3 has put aside. */
export const legacyOpenssl: Pit = {
  id: "openssl-legacy",
  ways: ["openssl-legacy"],
  error_types: [
    "CRASH",
    "BUILD_FAILURE",
    "OTHER",
    "RUNTIME_VERSION_MISMATCH",
    "PLATFORM_UNSUPPORTED",
    "TEST_FAILURE",
  ],
  react: ({ step, output }) =>
    isNode(step) && /ERR_OSSL_EVP_UNSUPPORTED|digital envelope routines/.test(output)
      ? [legacyProvider(step)]
      : [],
  foresee({ files }, step) {
    if (!isNode(step) || step.goal === "install" || step.command.includes("openssl-legacy")) return [];
    const json = readWorkspace(files, step.cwd)?.json;
    const asked = { ...json?.dependencies, ...json?.devDependencies };
    const old = Object.entries(OLD_BUNDLERS).some(([name, below]) => {
      const lowest =
        semver.validRange(asked[name] ?? "") === null ? null : semver.minVersion(asked[name] ?? "");
      return asked[name] !== undefined && lowest !== null && lowest.major < below;
    });
    return old || hashesByMd4(files, step.cwd) ? [legacyProvider(step)] : [];
  },
};

/** First majors that do without MD4. */
const OLD_BUNDLERS: Readonly<Record<string, number>> = {
  webpack: 5,
  "react-scripts": 5,
  "@vue/cli-service": 5,
  nuxt: 3,
  gatsby: 3,
  next: 11,
  "@angular-devkit/build-angular": 12,
};

function hashesByMd4(files: Surroundings["files"], folder: string): boolean {
  return files
    .names(folder)
    .filter((name) => /\.[cm]?[jt]s$/.test(name))
    .some((name) => /["'](?:md4|rmd160|ripemd160)["']/i.test(files.text(inFolder(folder, name)) ?? ""));
}

function legacyProvider(step: SetupStep): Way {
  return way("openssl-legacy", {
    kind: "modify_command",
    template: ["NODE_OPTIONS=--openssl-legacy-provider {command}"],
    slots: { command: step.command },
    why: "Something hashes with MD4, which OpenSSL 3 offers only as a legacy algorithm.",
    probability: 0.85,
  });
}
