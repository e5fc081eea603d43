import type { Entity, ErrorType, FailureCase } from "../../failures/failure-case.js";
import { shellQuote } from "../../util/shell-quote.js";
import type { Family } from "./ecosystem.js";
import { systemPackageCommand } from "./system-package.js";

/** What is usually done about a failure of this type, in words and, where one is sure to fit, as a command. */
export interface Remedy {
  summary: string;
  commands: string[];
}

/** What is known of where it fails. */
export interface Where {
  family: Family;
  distro: string | null;
  os_family: string | null;
}

type Write = (failure: FailureCase, where: Where) => Remedy;

/** General advice by type: for failures that no rule has a way round for. Every type has one. */
const REMEDIES: Readonly<Record<ErrorType, Write>> = {
  COMMAND_NOT_FOUND: (failure) =>
    words(
      `Install ${name(failure, "command")}, or put the folder that holds it on the PATH of the shell that runs this.`,
    ),
  PERMISSION_DENIED: (failure) =>
    words(
      `Give ${name(failure, "file")} to the user who runs the command, or write somewhere that this user owns; do not run the tool as root.`,
    ),
  NETWORK: reachServer,
  VERSION_NOT_FOUND: (failure) =>
    words(
      `Check the spelling of ${name(failure, "package")} and which versions its index really holds, then ask for one of those.`,
    ),
  VERSION_CONFLICT: (failure) =>
    words(
      `Two sides ask for versions of ${name(failure, "package")} that exclude each other: loosen the pin that you own, or move the other side to a version that accepts it.`,
    ),
  RUNTIME_VERSION_MISMATCH: (failure) =>
    words(
      `Use a version of ${name(failure, "language_runtime", "package")} that the project supports${constraint(failure)}, or a release of the project that supports yours.`,
    ),
  MISSING_SYSTEM_LIBRARY: installLibrary,
  MISSING_PACKAGE: installPackage,
  MISSING_FILE: (failure) =>
    words(
      `${name(failure, "file", "command")} is expected and not there: run the command in the folder that holds it, fetch it (submodules, generated files), or correct the path.`,
    ),
  BUILD_FAILURE: () =>
    words(
      "Build once from a clean state; if it fails in the same line, that line does not fit the compiler or library in use: try the version that the project is tested with.",
    ),
  SYNTAX_OR_CONFIG: (failure) =>
    words(`Correct ${name(failure, "file", "code")}: it cannot be read as it stands.`),
  RESOURCE_EXHAUSTED: () =>
    words(
      "Free memory or disk space, or raise the limit that was hit, then run it again; fewer parallel jobs need less.",
    ),
  AUTHENTICATION: (failure) =>
    words(
      `Sign in again or renew the key for ${name(failure, "host")}, and see that the tool uses those credentials and no older ones.`,
    ),
  CRASH: () =>
    words("Run it once more for a backtrace: the first frame of the program's own tells where to look."),
  TEST_FAILURE: () =>
    words(
      "Run the failing test alone: if it passes alone, it depends on what ran before it; if not, the expectation or the code is wrong.",
    ),
  TIMEOUT: () =>
    words(
      "Run it again with more time; if it never ends, a backtrace of the hanging process tells what it waits for.",
    ),
  CHECKSUM_MISMATCH: (failure) =>
    words(
      `What was fetched is not what was expected: clear the cache, fetch ${name(failure, "package", "file")} anew, and if the sums still differ, do not use it before the publisher has explained it.`,
    ),
  PLATFORM_UNSUPPORTED: (failure) =>
    words(
      `${name(failure, "package")} is not made for this system: leave it out where it is optional, or use a version or a system that it supports.`,
    ),
  OTHER: () =>
    words(
      "The line above names what went wrong; what to do about it has to be seen by somebody who knows this part.",
    ),
};

export function remedyFor(failure: FailureCase, where: Where): Remedy {
  return REMEDIES[failure.error_type](failure, where);
}

const CERTIFICATE = /certificate|x509|self.signed|unknown authority|SSL|TLS/i;

function reachServer(failure: FailureCase): Remedy {
  if (CERTIFICATE.test(failure.root_line))
    return words(
      `The certificate that ${name(failure, "host")} shows is signed by nobody whom this tool trusts: behind a proxy that inspects TLS, give the tool that proxy's root certificate. Many tools have a CA bundle of their own and do not read the system's. Do not switch the check off.`,
    );
  return words(
    `Try again once; if it stays, see from the same machine whether ${name(failure, "host")} can be reached, and set proxy and certificates for the tool itself.`,
  );
}

function installLibrary(failure: FailureCase, { distro, os_family }: Where): Remedy {
  const wanted = entityOf(failure, ["header", "library", "package"]) ?? "";
  const install = systemPackageCommand(wanted, distro, os_family);
  const summary = `Install the system package that brings ${name(failure, "library", "header")}, with its headers (the -dev or -devel one)`;
  return install === null
    ? words(`${summary}; if it is installed already, add its folder to the search path.`)
    : { summary: `${summary}, then run the failing command again.`, commands: [install] };
}

function words(summary: string): Remedy {
  return { summary: summary.charAt(0).toUpperCase() + summary.slice(1), commands: [] };
}

const INSTALL: Partial<Record<Family, string>> = {
  node: "npm install",
  python: "python3 -m pip install",
  ruby: "gem install",
  php: "composer require",
  rust: "cargo add",
  go: "go get",
};

function installPackage(failure: FailureCase, { family }: Where): Remedy {
  const wanted = entityOf(failure, ["package"]);
  const summary = `Install ${name(failure, "package")} into the very environment that runs the command.`;
  const install = INSTALL[family];
  return install === undefined || wanted === null || !/^[@\w][\w./@-]*$/.test(wanted)
    ? words(summary)
    : { summary, commands: [`${install} ${shellQuote(wanted)}`] };
}

function entityOf({ key_entities }: FailureCase, kinds: readonly Entity["kind"][]): string | null {
  return key_entities.find(({ kind }) => kinds.includes(kind))?.value ?? null;
}

/** The entity in code quotes; where none is known, a word for its kind. */
function name(failure: FailureCase, ...kinds: Entity["kind"][]): string {
  const value = entityOf(failure, kinds);
  return value === null
    ? `the ${(kinds[0] ?? "thing").replace("_", " ")}`
    : `\`${value.replaceAll("`", "'")}\``;
}

function constraint(failure: FailureCase): string {
  const value = entityOf(failure, ["constraint"]);
  return value === null ? "" : ` (${value})`;
}
