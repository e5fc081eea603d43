import type { Rule } from "../rule.js";

export const DOTNET_RULES: readonly Rule[] = [
  {
    id: "dotnet/sdk",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "netsdk1045",
      "a compatible .net",
      "a compatible installed .net",
      "you must install or update .net",
      "the framework 'microsoft",
      "it was not possible to find any compatible framework",
      "requested sdk version",
      "netsdk1147",
      "msb3644",
      "netsdk1141",
    ],
    pattern:
      /(?<code>NETSDK1045): The current (?<language_runtime>\.NET) SDK does not support targeting \.NET (?:Core |Standard )?(?<version>\d+(?:\.\d+)*)|compatible (?:installed )?(?<language_runtime2>\.NET)(?: Core)? SDK (?:for global\.json version \[?(?<version2>[\w.-]+)\]? )?|You must install or update (?<language_runtime3>\.NET)|The framework '(?<package>Microsoft[\w.]+)', version '(?<version3>[^']+)'|possible to find any compatible framework version|Requested SDK version: (?<version4>\S+)|(?<code2>NETSDK1147|NETSDK1141)|(?<code3>MSB3644): The reference assemblies for (?:framework )?"?(?<package2>\.NETFramework,Version=v(?<version5>[\d.]+))/,
    near: [
      { pattern: /^Requested SDK version: (?<version6>\S+)/, after: 4 },
      { pattern: /^The framework '(?<package3>Microsoft[\w.]+)', version '(?<version7>[^']+)'/, after: 2 },
      { pattern: /^global\.json file: (?<file>\S+)/, after: 5 },
    ],
    cause: "The project needs another version of .NET.",
    steps: ["dotnet --list-sdks", "dotnet --list-runtimes"],
  },
  {
    id: "dotnet/sdk-missing",
    error_type: "MISSING_PACKAGE",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "msb4236",
      "could not execute because the specified command or file was not found",
      "no executable found matching command",
      "not possible to find any installed .net",
      "did you mean to run dotnet sdk commands",
    ],
    pattern:
      /(?<code>MSB4236): The SDK '(?<package>[^']{1,120})' specified could not be found|Could not execute because the specified command or file was not found|No executable found matching command "(?<command>[^"]{1,100})"|not possible to find any installed \.NET|Did you mean to run dotnet SDK commands/,
    cause: "A part of the .NET SDK is not installed: {package}{command}.",
    steps: ["dotnet --info"],
    refine: ({ groups }) => (groups["package"] === undefined ? { error_type: "COMMAND_NOT_FOUND" } : {}),
  },
  {
    id: "dotnet/no-project",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["msb1003", "msb1009", "couldn't find a project to run", "msb4019", "msb3202", "msb4025"],
    pattern:
      /(?<code>MSB1003|MSB1009|MSB3202): (?:Project file does not exist|Specify a project or solution file|The project file "(?<file>[^"]{1,300})" was not found)|Couldn't find a project to run|(?<code2>MSB4019): The imported project "(?<file2>[^"]{1,300})" was not found|(?<code3>MSB4025): /,
    near: [{ pattern: /^Switch: (?<file>\S{1,300})/, after: 1 }],
    cause: "A project file is not there.",
    refine: ({ groups }) => (groups["code3"] === undefined ? {} : { error_type: "SYNTAX_OR_CONFIG" }),
  },
  {
    id: "dotnet/msbuild",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "error",
    bonus: -3,
    keys: [
      "error msb",
      "error netsdk",
      "error xa",
      "error xls",
      "error vssdk",
      "error apt",
      "error mt",
      "error mm",
    ],
    pattern:
      /(?:(?:(?:[A-Z]:)?[^\s:()'"`]{1,300}\.(?:targets|props|\w{2,5}proj|sln)|(?<file>(?:[A-Z]:)?[^\s:()'"`]{1,300}\.\w{1,12}))(?:\(\d+(?:,\d+)?\))?\s?: )?error (?<code>(?:MSB|NETSDK|XA|XABLD|XLS|APT|MT|MM)\d{2,5}) ?: (?<message>\S.{0,500})/,
    unless: /MSB3073|MSB6006|MSB3721|MSB4181/,
    cause: "{message}",
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      const from =
        /packages[\\/]([\w.]+?)[./\\](\d[\w.-]*)[\\/]/.exec(line(0)) ??
        /load file or assembly [`'"]([\w.-]{1,120}), Version=([\d.]+)/.exec(message);
      const entities =
        from === null
          ? []
          : [
              { kind: "package" as const, value: from[1] ?? "" },
              { kind: "version" as const, value: from[2] ?? "" },
            ];
      if (
        /Could not find|could not be found|was not found|does not exist|cannot find|no se encuentra|introuvable/i.test(
          message,
        )
      )
        return { error_type: "MISSING_FILE", entities };
      if (/being used by another process|Access to the path/i.test(message))
        return { error_type: "PERMISSION_DENIED", entities };
      if (message.includes("task failed unexpectedly")) return { error_type: "BUILD_FAILURE", entities };
      if (message.includes("OutOfMemory")) return { error_type: "RESOURCE_EXHAUSTED", entities };
      if (/UnsupportedClassVersion|major\.minor/.test(message))
        return { error_type: "RUNTIME_VERSION_MISMATCH", entities };
      return { entities };
    },
  },
  {
    id: "dotnet/msbuild-plain",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "error",
    bonus: -5,
    keys: ["proj : error", "proj: error", "): error : ", ".targets(", ".sln : error", "sln.metaproj : error"],
    pattern:
      /(?<where>[^\s:()'"]{1,300}\.(?:\w{2,5}proj|targets|sln))(?:\(\d+(?:,\d+)?\))? ?: error ?: (?<message>\S.{0,300})/,
    unless: /Unable to find package|could not be found in|NuGet package/,
    cause: "{message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/not found|does not exist|cannot find|missing/i.test(message))
        return { error_type: "MISSING_FILE" };
      if (/denied/i.test(message)) return { error_type: "PERMISSION_DENIED" };
      if (/ is required to build| is not installed/.test(message))
        return {
          error_type: "COMMAND_NOT_FOUND",
          entities: [{ kind: "command", value: /^[\w.]{1,40}/.exec(message)?.[0] ?? "" }],
        };
      return /version/i.test(message) ? { error_type: "RUNTIME_VERSION_MISMATCH" } : {};
    },
  },
  {
    id: "dotnet/msbuild-exec",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["msb3073", "msb6006", "msb3721"],
    pattern:
      /error (?<code>MSB3073|MSB6006|MSB3721) ?: (?:The command "(?<command>[^"]{1,200})|"(?<command2>[^"]{1,200})" exited)/,
    cause: "A command that MSBuild ran failed: {command}",
  },
  {
    id: "dotnet/csharp-missing",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "error",
    keys: ["error cs0246", "error cs0234", "error fs0039"],
    pattern:
      /(?<file>(?:[A-Z]:)?[^\s:()'"]{1,300}\.(?:cs|razor|fsx?))\(\d+,\d+(?:,\d+,\d+)?\)\s?: error (?<code>CS0246|CS0234|FS0039) ?: (?:The type or namespace name [`'‘](?<package>[^'’<>]{1,120})['’<]|(?<message>.{1,200}))/,
    cause: "{package} is not known: a package or a reference is missing.",
    refine: ({ groups }) => (groups["code"] === "FS0039" ? { error_type: "BUILD_FAILURE", bonus: 0 } : {}),
  },
  {
    id: "dotnet/compiler",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["error cs", "error bc", "error fs", "error ca", "error ide", "error sa"],
    pattern:
      /(?:(?<file>(?:[A-Z]:)?[^\s:()'"]{1,300}\.(?:cs|vb|fsx?|razor|cshtml|xaml|csproj|fsproj))(?:\(\d+(?:,\d+){0,3}\))?\s?: )?error (?<code>(?:CS|BC|FS|CA|IDE|SA)\d{3,5}) ?: (?<message>\S.{0,300})/,
    unless: /error CS0246|error CS0234/,
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      const assembly =
        /(?:from assembly|load file or assembly|assembly) [`'"]([\w.-]{1,120})(?:, Version=([\d.]+))?/.exec(
          message,
        );
      const entities =
        assembly === null
          ? []
          : [
              { kind: "package" as const, value: assembly[1] ?? "" },
              ...(assembly[2] === undefined ? [] : [{ kind: "version" as const, value: assembly[2] }]),
            ];
      if (/^CS(?:1002|1513|1514|1003|1022|1525|1026|1519)$/.test(groups["code"] ?? ""))
        return { error_type: "SYNTAX_OR_CONFIG", entities };
      if (groups["code"] === "CS2001" || groups["code"] === "CS1504")
        return { error_type: "MISSING_FILE", evidence: "cause", entities: fileIn(message) };
      if (groups["code"] === "CS0006") {
        const library = /Metadata file [`'"]([^'"]{1,200})['"]/.exec(message)?.[1];
        return {
          error_type: "MISSING_FILE",
          entities: library === undefined ? entities : [{ kind: "library", value: library }],
        };
      }
      return { entities };
    },
  },
  {
    id: "dotnet/unhandled",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -8,
    keys: ["unhandled exception", "[error] fatal unhandled exception"],
    pattern: /Unhandled [Ee]xception[.:]?\s?(?<code>(?:System|Microsoft)[\w.]{1,120}Exception)?/,
    root: { pattern: /^(?<code>(?:[A-Z]\w*\.){1,8}\w*(?:Exception|Error)): (?<message>.{1,300})/, after: 1 },
    cause: "{code}: {message}",
    refine: ({ groups }) => (groups["code"]?.endsWith("FileNotFoundException") === true ? null : {}),
  },
  {
    id: "dotnet/assembly",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    unless: /error (?:CS|BC|FS|MSB)\d/,
    keys: [
      "could not load file or assembly",
      "no se puede cargar el archivo o ensamblado",
      "impossible de charger le fichier ou l'assembly",
      "datei oder assembly",
      "could not load type",
      "filenotfoundexception",
    ],
    pattern:
      /(?:Could not load file or assembly|No se puede cargar el archivo o ensamblado|Impossible de charger le fichier ou l'assembly|Die Datei oder Assembly|Could not load type [`'][^`']{1,200}[`'] from assembly|FileNotFoundException: .{0,60}(?:assembly|ensamblado)\D{0,10}?) ?['"«`]?(?<package>[A-Z][\w.-]{0,120})(?:, Version=(?<version>[\d.]+))?/i,
    cause: "The assembly {package} {version} is not there.",
    refine: ({ line }) => {
      const text = line(0);
      if (text.includes("manifest definition does not match")) return { error_type: "VERSION_CONFLICT" };
      return /FileNotFoundException: (?!.*(?:assembly|ensamblado))/i.test(text) ? null : {};
    },
  },
  {
    id: "dotnet/native-library",
    ecosystem: "dotnet",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: [
      "dllnotfoundexception",
      "couldn't find a valid icu package",
      "unable to load shared library",
      "unable to load dll",
      "no usable version of ",
    ],
    pattern:
      /DllNotFoundException: (?:Unable to load (?:shared library|DLL) ')?(?<library>[\w./-]{1,200})|Unable to load (?:shared library|DLL) '(?<library2>[^']{1,200})'|Couldn't find a valid (?<library3>ICU) package|No usable version of (?:the )?(?<library4>lib\w{1,30}) was found/,
    cause: "The native library {library} is not installed.",
  },
  {
    id: "dotnet/mono-assertion",
    ecosystem: "mono",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: 2,
    keys: ["* assertion"],
    pattern: /^\* Assertion(?: at|: should not be reached at) (?<file>[^\s:]{1,200}):\d+/,
    cause: "The Mono runtime stopped at an assertion in {file}.",
  },
  {
    id: "dotnet/mono-no-assembly",
    ecosystem: "mono",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["cannot open assembly"],
    pattern: /Cannot open assembly '(?<file>[^']{1,300})'/,
    cause: "{file} is not there.",
  },
  {
    id: "dotnet/path-too-long",
    error_type: "OTHER",
    stage: "build",
    evidence: "cause",
    keys: ["pathtoolongexception", "the specified path, file name, or both are too long"],
    pattern: /PathTooLongException: |The specified path, file name, or both are too long/,
    cause: "A path is longer than Windows allows.",
    refine: ({ line }) => {
      const limit = /less than (\d+ characters)/.exec(line(0))?.[1];
      return { entities: limit === undefined ? [] : [{ kind: "constraint", value: limit }] };
    },
  },
  {
    id: "dotnet/build-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["build failed.", "error(s)"],
    pattern: /^Build FAILED\.|^[1-9]\d* Error\(s\)/,
    cause: "The build failed.",
  },
  {
    id: "dotnet/test-failed",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    keys: ["[fail]", " ms]", " s]", "failed!  - failed:"],
    pattern:
      /^(?:\[xUnit\.net [\d:.]+\]\s+)?(?<code>[A-Z][\w.]{3,200}(?:\([^)]{0,100}\))?) \[FAIL\]|^Failed!\s+- Failed:\s+[1-9]|^Failed (?<code2>[A-Z][\w.]{3,200}(?:\([^)]{0,100}\))?) \[[^\]]{1,20}\]/,
    cause: "The test {code} failed.",
  },
];

function fileIn(message: string): { kind: "file"; value: string }[] {
  const file = /['`‘"]([^'’`"]{1,300})['’`"]/.exec(message)?.[1];
  return file === undefined ? [] : [{ kind: "file", value: file }];
}
