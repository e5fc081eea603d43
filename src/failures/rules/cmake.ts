import type { Refinement, Rule } from "../rule.js";

const HEADER =
  /CMake Error(?: in [\w./-]{1,200})?(?: at (?<at>[^\s:]{1,300}):\d+ ?(?:\((?<where>[\w:]{1,80})\))?)?:?/
    .source;

export const CMAKE_RULES: readonly Rule[] = [
  {
    id: "cmake/minimum-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: [
      "or higher is required.  you are running version",
      "or higher is required. you are running version",
      "compatibility with cmake < ",
    ],
    pattern:
      /(?<language_runtime>CMake) (?<constraint>[\w.]+) or higher is required\.\s+You are running version (?<version>[\w.]+)|Compatibility with (?<language_runtime2>CMake) < (?<version2>[\d.]+) has been removed from/,
    cause: "This project and this CMake do not go together: {constraint}, {version}.",
    steps: ["cmake --version", "pip install cmake"],
  },
  {
    id: "cmake/package-config",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    keys: ["could not find a package configuration file provided by"],
    pattern:
      /Could not find a package configuration file provided by(?: "(?<package>[^"]{1,120})"(?: \(requested version (?<constraint>[\w.]+)\))?|$)/,
    // a long name stands on the next line
    near: [
      { pattern: /^"(?<package>[^"]{1,120})"/, after: 1 },
      { pattern: /\(requested version (?<constraint>[\w.]+)\)/, after: 2 },
    ],
    cause: "CMake finds no {package}.",
    steps: ["cmake -D{package}_DIR=/path/to/{package} ."],
    refine: ({ line }) => (line(0) === "" ? null : {}),
  },
  {
    id: "cmake/package-version",
    error_type: "VERSION_CONFLICT",
    stage: "configure",
    evidence: "cause",
    keys: ["could not find a configuration file for package", "found unsuitable version"],
    pattern:
      /Could not find a configuration file for package "(?<package>[^"]{1,120})"|Could NOT find (?<package2>[\w.+-]{1,120}): Found unsuitable (?:exact )?version "(?<version>[^"]*)", but required is (?:at least |exact version )?"(?<constraint>[^"]+)"/,
    cause: "{package} is {version}, required is {constraint}.",
  },
  {
    id: "cmake/find-package",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    bonus: -4,
    keys: ["could not find "],
    pattern:
      /^Could NOT find (?<library>[\w.+-]{1,120})(?: \(missing: (?<missing>[^)]{1,200})\)?| \(Required is at least version "(?<constraint>[^"]+)")?/,
    unless: /Found unsuitable/,
    near: [{ pattern: /^\(Required is at least version "(?<constraint>[^"]+)"/, after: 2 }],
    cause: "CMake finds no {library}.",
    refine: ({ groups, line }) => {
      // a program of that name, not a library
      const program = (groups["missing"] ?? "").startsWith(`${groups["library"] ?? ""}_EXECUTABLE`);
      const type = program ? { error_type: "COMMAND_NOT_FOUND" as const } : {};
      for (let back = -1; back >= -2; back--) if (line(back).startsWith("CMake Error")) return type;
      return { ...type, evidence: "hint" };
    },
  },
  {
    id: "cmake/pkg-check-modules",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "error",
    keys: [
      "a required package was not found",
      "the following required packages were not found",
      "one or more required packages",
      "none of the required '",
    ],
    pattern:
      /A required package was not found|required packages were not found|None of the required '(?<library2>[\w.+-]{1,80})[^']{0,100}' found/,
    near: [{ pattern: /^- (?<library>[\w.+-]+)(?<constraint>[<>]?=[\w.]+)?$/, after: 3 }],
    cause: "pkg-config finds no {library}.",
  },
  {
    id: "cmake/notfound-variable",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    keys: ["the following variables are used in this project, but they are set to notfound"],
    pattern: /The following variables are used in this project, but they are set to NOTFOUND/,
    near: [{ pattern: /^(?<library>[A-Za-z]\w*)(?: \(ADVANCED\))?$/, after: 5 }],
    cause: "CMake found no {library}.",
  },
  {
    id: "cmake/source-missing",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["cannot find source file"],
    pattern: /Cannot find source file:?(?: (?<file>\S+))?/,
    near: [{ pattern: /^(?<file>\S+\.\w+)$/, after: 2 }],
    cause: "A target names {file}, which is not there.",
  },
  {
    id: "cmake/no-cmakelists",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["does not appear to contain cmakelists.txt", 'source directory "'],
    pattern:
      /The source directory "(?<folder>[^"]{1,300})" does not (?:appear to contain (?<file>CMakeLists\.txt)|exist)/,
    cause: "There is no CMakeLists.txt in {folder}.",
  },
  {
    id: "cmake/compiler",
    error_type: "COMMAND_NOT_FOUND",
    stage: "configure",
    evidence: "cause",
    bonus: 2,
    keys: [
      "could not find compiler set in environment variable",
      "no cmake_c",
      "_compiler could be found",
      "is not a full path and was not found in the path",
      "is not a full path to an existing compiler",
    ],
    pattern:
      /Could not find compiler set in environment variable (?<variable>\w+)|No (?<code>CMAKE_\w+_COMPILER) could be found|is not a full path (?:and was not found in the PATH|to an existing compiler)/,
    near: [{ pattern: /^"?(?<command>[\w./+-]{1,200}?)"?\.?$/, after: 2 }],
    cause: "CMake finds no compiler: {command}.",
    steps: ["apt-get install build-essential"],
  },
  {
    id: "cmake/compiler-broken",
    error_type: "BUILD_FAILURE",
    stage: "configure",
    evidence: "error",
    keys: ["is not able to compile a simple test program", "compiler identification is unknown"],
    pattern: /is not able to compile a simple test program/,
    cause: "The compiler does not even compile CMake's test program.",
  },
  {
    id: "cmake/generator",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: [
      "could not create named generator",
      "unable to find a build program corresponding to",
      "does not match the generator used previously",
      "could not find any instance of visual studio",
    ],
    pattern:
      /Could not create named generator (?<generator>.{1,80})|unable to find a build program corresponding to "(?<command>[^"]+)"|generator : (?<generator2>.{1,80})|does not match the generator used previously|could not find any instance of Visual Studio/i,
    cause: "CMake cannot use the generator {generator}{command}.",
    refine: ({ groups }) => (groups["command"] === undefined ? {} : { error_type: "COMMAND_NOT_FOUND" }),
  },
  {
    id: "cmake/cache",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: ["is different than the directory", "used to generate cache"],
    pattern:
      /The current CMakeCache\.txt directory (?<file>\S{1,300}) is different than the directory|does not match the source "[^"]{1,300}" used to generate cache/,
    cause: "The build folder was made for another place.",
    steps: ["rm -rf CMakeCache.txt CMakeFiles"],
  },
  {
    id: "cmake/unknown-command",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: ["unknown cmake command"],
    pattern: /Unknown CMake command "(?<code>[^"]{1,80})"/,
    cause: "This CMake does not know the command {code}.",
  },
  {
    id: "cmake/header",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    keys: ["cmake error"],
    pattern: new RegExp(`^${HEADER}\\s*(?<message>\\S.{0,300})?$`),
    unless: /CMAKE_\w+_COMPILER not set, after EnableLanguage|Error required internal CMake variable not set/,
    near: [
      {
        pattern: /^(?:given source )?"?(?<path>(?:[A-Za-z]:)?[\w.+-]*\/[^\s"]{1,300}|[\w.-]+\.\w{1,8})"?$/,
        after: 6,
      },
    ],
    cause: "CMake stops at {at} {where}: {message}",
    refine: ({ groups, line }) => {
      const text = [1, 2, 3, 4, 5, 6].map(line).join(" ");
      const where = groups["where"] ?? "";
      const named = /(?:given source|directory) "([^"]{1,300})"/.exec(text)?.[1] ?? groups["path"];
      const value = named ?? groups["at"];
      const entities = value === undefined ? [] : [{ kind: "file" as const, value }];
      if (
        where === "add_subdirectory" ||
        /(?:include|subdirs|add_executable|add_library|configure_file|install|file)$/.test(where)
      )
        return {
          error_type: "MISSING_FILE",
          evidence: "error",
          bonus: 4,
          entities: where === "include" ? includedFile(text) : entities,
        };
      if (
        where.toLowerCase() === "message" ||
        where === "find_package" ||
        where === "cmake_minimum_required" ||
        where === "find_package_handle_standard_args"
      )
        return { evidence: "summary", entities };
      return { entities };
    },
  },
  {
    id: "cmake/message",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -12,
    keys: ["(message):", "(message)"],
    pattern: /^CMake Error at (?<where>[^\s:]{1,300}):\d+ \(message\):?/i,
    root: { pattern: /^(?<message>(?!Call Stack|\[\.\.\. )\S.{0,400})$/, after: 4 },
    cause: "The project's CMake files stop the build: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (
        /Could NOT find|Could not find compiler|package configuration file|required packages? w|None of the required|^Error (?:generating|running|executing)|^Build step for|^CMake step for/.test(
          message,
        )
      )
        return null;
      if (
        /not found|could ?n[o']t (?:be )?(?:found|find|locate)|missing|cannot find|unable to find|not installed|please install/i.test(
          message,
        )
      )
        return missing(message);
      if (
        /requires?|too old|at least|but (?:you have|found)|minimum/i.test(message) &&
        /\d\.\d/.test(message)
      )
        return { error_type: "RUNTIME_VERSION_MISMATCH" };
      const variable = /\b(CMAKE_[A-Z_]{3,80})\b/.exec(message)?.[1];
      if (variable !== undefined) return { entities: [{ kind: "code", value: variable }] };
      if (/not supported|unsupported/i.test(message)) return { error_type: "PLATFORM_UNSUPPORTED" };
      return {};
    },
  },
  {
    id: "cmake/incomplete",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "wrapper",
    keys: ["configuring incomplete, errors occurred", "cmake generate step failed"],
    pattern: /Configuring incomplete, errors occurred|CMake Generate step failed/,
    cause: "CMake's configuration failed.",
  },
];

function includedFile(text: string): { kind: "file"; value: string }[] {
  const file = /could not find (?:requested|load) file:?\s+(\S+)/.exec(text)?.[1];
  return file === undefined ? [] : [{ kind: "file", value: file }];
}

const NAMED_MISSING =
  /(?:^|[.:] )(?:the )?['"‘`]?([A-Z][\w.+-]{1,60})['"’`]? (?:library |headers? |package )?(?:was |were |is |are )?(?:not found|not installed|missing)|(?:can(?:not|'t)|could ?n[o']t|unable to) (?:be )?(?:find|locate) (?:the )?['"‘`]?([A-Z][\w.+-]{1,60})/i;
const NO_NAME =
  /^(?:the|a|an|any|required|library|libraries|package|packages|file|header|headers|it|was|be)$/i;

/** What a project says that it does not find. */
function missing(message: string): Refinement {
  const isLibrary = /librar|header|lib\w|-dev|ssl/i.test(message);
  const name = NAMED_MISSING.exec(message);
  const value = name?.[1] ?? name?.[2] ?? "";
  const kind = isLibrary ? "library" : "package";
  return {
    error_type: isLibrary ? "MISSING_SYSTEM_LIBRARY" : "MISSING_PACKAGE",
    entities: value === "" || NO_NAME.test(value) ? [] : [{ kind, value }],
  };
}
