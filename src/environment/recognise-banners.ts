import { type Clue, SURE } from "./clue.js";
import { factKey, knownSoftware, SOFTWARE_NAMES, softwareOf } from "./known-software.js";
import { findArchitecture, findTriples } from "./architecture.js";
import { findOperatingSystems } from "./operating-system.js";
import { operatingSystemClues, systemClues } from "./operating-system-clues.js";
import { firstVersion } from "./version-text.js";
import { matchesOf } from "../util/matches-of.js";

/** What wraps a line of a log: a level in brackets, a package manager's own prefix, a timestamp. */
const LOG_PREFIX =
  /^(?:[\s>|]|=>|\[[✓✗!•xX]\]|\[(?:DEBUG|INFO|WARN|ERROR|TRACE|LOG)\]|(?:npm|gyp|yarn|pnpm)(?: (?:ERR!|error|info|verb|http|WARN))?(?= )|\d{4}-\d\d-\d\d[T ][\d:.,]{5,15}Z?|\d{1,3} (?:info|verbose|error)(?= )|#(?= )){1,6}/;

const NAMES = `(?:${SOFTWARE_NAMES.filter((name) => name.length > 1)
  .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  .join("|")})`;

/** "cmake version 3.25.1", "Python 3.11.7", "Docker version 28.2.2, build …", "Gradle 7.4", "Flutter 3.7.0 •" */
const STARTS_WITH_NAME = new RegExp(
  String.raw`^(?:This is |Apple |Apache |GNU |Using |using |Microsoft \(R\) )?(${NAMES})(?:,? (?:SDK )?(?:version|Version|Ver|ver)[: ]{1,2}| -[vV]:? | ?[:=@] ?| {1,20}|: v?|/)["v]?(?:go|jdk)?(?=\d)`,
  "i",
);
/** "bad CLANG version: 7.0.0", "Building using iOS SDK: 6.1", "SDK version 33.0.1" */
const NAME_AND_WORD = new RegExp(
  String.raw`(?<![\w.-])(${NAMES}) version(?: is)?[: ]{1,2}["v]?(?=\d)|using (${NAMES})[: ]{1,2}v?(?=\d)`,
  "i",
);
/** "m4 (GNU M4) 1.4.18", "GNU gdb (GDB) 7.10", "psql (PostgreSQL) 15.2", "gcc (Debian 12.2.0-14) 12.2.0" */
const NAME_IN_BRACKETS =
  /(?<![\w.-])(?:GNU )?([A-Za-z][\w+-]{0,20}) \([^()]{2,60}\)[ ,]{1,2}(?:version )?v?(?=\d{1,3}\.\d)/;
/** What is demanded, not what is there. */
const DEMAND =
  /\b(?:requires?|required|needs?|at least|minimum|or (?:later|newer|higher|above)|expected|wanted|deprecated|upgrade|supports?|recommended|not found|available|unsupported engine|latest)\b|[<>]=?/i;

/** What a line of output says in its own words about the program that printed it. */
export function recogniseBanner(rawLine: string): Clue[] {
  const line = rawLine.slice(0, 600).replace(LOG_PREFIX, "");
  return [...machineClues(line), ...versionClues(line)];
}

/** "sys.version: 3.11.2 (main, Mar 13 2023, 12:18:29) [GCC 12.2.0]": Python, and what it was compiled with. */
const PYTHON_BUILD = /^(?:sys\.version[:=]? ?["']?|Python )(?=\d)[^[]{5,60}\[(GCC|Clang) (?=\d)/;

function pythonBuild(line: string): Clue[] {
  const build = PYTHON_BUILD.exec(line);
  if (build?.[1] === undefined) return [];
  const version = firstVersion(line);
  return [
    ...(version === undefined ? [] : [{ key: "runtimes.python", value: version, confidence: SURE.output }]),
    ...named(build[1], line.slice(build[0].length), SURE.banner),
  ];
}

function versionClues(line: string): Clue[] {
  const python = pythonBuild(line);
  if (python.length > 0) return python;
  const start = STARTS_WITH_NAME.exec(line);
  if (start?.[1] !== undefined && !DEMAND.test(line))
    return named(start[1], line.slice(start[0].length), SURE.output);
  const bracket = NAME_IN_BRACKETS.exec(line);
  if (bracket?.[1] !== undefined)
    return named(bracket[1], line.slice(bracket.index + bracket[0].length), SURE.output);
  const word = NAME_AND_WORD.exec(line);
  const name = word?.[1] ?? word?.[2];
  if (word !== null && name !== undefined) {
    const demanded = DEMAND.test(line.slice(0, word.index));
    return demanded ? [] : named(name, line.slice(word.index + word[0].length), SURE.banner);
  }
  return [...installed(line), ...selfNamed(line)];
}

const NAME_AND_VERSION =
  /(?<![\w.-])([A-Z][\w+-]{1,20}(?: [A-Z][\w+-]{1,20}){0,2}),? [Vv]ersion:? v?(?=\d{1,4}\.\d)/g;

/** "Widgets Command-Line Interface, CLI version 3.2.0, Widgets SDK version 3.1.3.GA" */
function selfNamed(line: string): Clue[] {
  if (DEMAND.test(line)) return [];
  return matchesOf(line, NAME_AND_VERSION).flatMap((hit) =>
    named(hit[1] ?? "", line.slice(hit.index + hit[0].length), SURE.sentence),
  );
}

function named(name: string, rest: string, confidence: number): Clue[] {
  const version = firstVersion(rest);
  if (version === undefined || !rest.startsWith(version)) return [];
  return [{ key: factKey(knownSoftware(name) ?? softwareOf(name)), value: version, confidence }];
}

/** "+ widgets@4.2.13", "widgets: ^1.2.0 => 1.2.3": what a package manager says it put there; "org.acme:kiln:1.2.0". */
function installed(line: string): Clue[] {
  const artifact = /(?<![\w.:/-])[a-z][\w-]{0,30}(?:\.[\w-]{1,30}){1,5}:([\w.-]{2,60}):(?=\d{1,4}\.\d)/.exec(
    line,
  );
  if (artifact?.[1] !== undefined)
    return named(artifact[1], line.slice(artifact.index + artifact[0].length), SURE.sentence - 0.1);
  const match = /^(?:\+ (@?[\w./-]{1,60})@|(@?[\w./-]{1,60}): \S{1,30} => )(?=\d)/.exec(line.trim());
  const name = match?.[1] ?? match?.[2];
  if (match === null || name === undefined) return [];
  return named(name, line.trim().slice(match[0].length), SURE.banner);
}

/** `uname`, release files, compilers' targets, `go env`, `sw_vers`, `systeminfo`. */
function machineClues(line: string): Clue[] {
  const uname = /^(Linux|Darwin|FreeBSD|OpenBSD|NetBSD) \S{1,80} (\d[\w.+~-]{2,60}) /.exec(line);
  if (uname !== null) return unameClues(line, uname[1] ?? "", uname[2] ?? "");
  const kernel = /^(?:System )?(Linux|Darwin|Windows_NT) (\d[\w.+~-]{2,60})$/.exec(line.trim());
  if (kernel !== null) return kernelClues(kernel[1] ?? "", kernel[2] ?? "");
  const setting =
    /^(?:export |set )?(PRETTY_NAME|Description|ProductName|OS Name|GOOS|GOHOSTOS|GOARCH|GOHOSTARCH|GOVERSION|host|Target|platform|System Type|user-agent)\s{0,8}[:=]\s{0,12}"?([^"\n]{2,100})/.exec(
      line.trim(),
    );
  if (setting !== null) return settingClues(setting[1] ?? "", setting[2]?.trim() ?? "");
  return releaseLine(line.trim());
}

function unameClues(line: string, system: string, release: string): Clue[] {
  const arch = findArchitecture(line);
  const distro = findOperatingSystems(line).find((found) => found.distro !== null)?.distro;
  return [
    ...kernelClues(system, release),
    ...(arch === undefined ? [] : [{ key: "arch", value: arch, confidence: SURE.output }]),
    ...(distro === undefined || distro === null
      ? []
      : [{ key: "distro", value: distro, confidence: SURE.output }]),
  ];
}

function kernelClues(system: string, release: string): Clue[] {
  const confidence = SURE.output;
  if (system === "Linux")
    return [
      { key: "os_family", value: "linux", confidence },
      { key: "software.linux-kernel", value: release, confidence },
    ];
  if (system === "Darwin")
    return [
      { key: "os_family", value: "macos", confidence },
      { key: "software.darwin", value: release, confidence },
    ];
  if (system === "Windows_NT")
    return [
      { key: "os_family", value: "windows", confidence },
      { key: "os", value: `Windows_NT ${release}`, confidence: SURE.hint },
    ];
  return [
    { key: "os", value: `${system} ${release}`, confidence },
    { key: "os_family", value: system.toLowerCase(), confidence },
  ];
}

const GO_SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "macos",
  linux: "linux",
  windows: "windows",
  freebsd: "freebsd",
};

function settingClues(key: string, value: string): Clue[] {
  const confidence = SURE.output;
  if (key === "PRETTY_NAME" || key === "Description" || key === "ProductName" || key === "OS Name") {
    const [system] = findOperatingSystems(value);
    return system === undefined ? [] : systemClues(system, system.value, confidence);
  }
  if (key === "user-agent") return operatingSystemClues(value, SURE.banner);
  if (key === "GOVERSION") return named("go", value.replace(/^go/, ""), confidence);
  if (key === "GOOS" || key === "GOHOSTOS") {
    const family = GO_SYSTEMS[value];
    return family === undefined ? [] : [{ key: "os_family", value: family, confidence }];
  }
  const [triple] = findTriples(value);
  const arch = triple?.arch ?? findArchitecture(value);
  const family = triple?.family ?? GO_SYSTEMS[/^[a-z]+/.exec(value)?.[0] ?? ""];
  return [
    ...(arch === undefined ? [] : [{ key: "arch", value: arch, confidence }]),
    ...(family === undefined ? [] : [{ key: "os_family", value: family, confidence }]),
  ];
}

/** "Red Hat Enterprise Linux Workstation release 7.7 (Maipo)", "Microsoft Windows [Version 10.0.14393]" alone. */
function releaseLine(line: string): Clue[] {
  const [system] = findOperatingSystems(line);
  if (system?.index !== 0 || !system.precise || line.length > system.value.length + 30) return [];
  return systemClues(system, system.value, SURE.output);
}
