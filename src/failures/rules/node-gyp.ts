import type { Rule } from "../rule.js";

export const NODE_GYP_RULES: readonly Rule[] = [
  {
    id: "node-gyp/no-python",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    bonus: 2,
    keys: [
      "can't find python executable",
      "could not find any python installation to use",
      "find python python is not set",
    ],
    pattern:
      /(?:Can't find Python executable "(?<command>[^"]+)"|Could not find any Python installation to use|Python executable "(?<command2>[^"]+)" is v(?<version>[\d.]+), which is not supported)/,
    cause: "node-gyp needs Python to compile, and finds none.",
    steps: ["python3 --version", "npm config set python PATH"],
  },
  {
    id: "node-gyp/python-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    bonus: 2,
    keys: ["which is not supported by gyp", "is not supported by gyp"],
    pattern:
      /(?<language_runtime>Python) executable "[^"]+" is v(?<version>[\d.]+), which is not supported by gyp/,
    near: [
      { pattern: /You can pass the --python switch to point to (?:Python )?(?<constraint>.+)$/, after: 3 },
    ],
    cause: "This node-gyp does not work with Python {version}.",
  },
  {
    id: "node-gyp/not-found",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ["gyp err! stack error: not found:", "gyp err! stack error: `"],
    pattern: /gyp ERR! stack Error: not found: (?<command>\S+)/,
    cause: "node-gyp needs {command} to compile.",
    steps: ["apt-get install -y build-essential python3"],
  },
  {
    id: "node-gyp/no-visual-studio",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    bonus: 2,
    keys: [
      "could not find any visual studio installation to use",
      "can't locate the vcbuild",
      "can't find the vcbuild",
      "msbuild.exe` was not found",
      'can\'t find "msbuild.exe"',
      "xcode-select: error",
      "no xcode or clt version detected",
    ],
    pattern:
      /Could not find any (?<package>Visual Studio) installation to use|(?<command>MSBuild\.exe|VCBuild\.exe)[`'"]? (?:was not found|could not be found)|Can't find "(?<command2>msbuild\.exe)"|No (?<package2>Xcode) or CLT version detected/i,
    cause: "There is no C++ compiler for node-gyp.",
  },
  {
    id: "node-gyp/headers",
    error_type: "NETWORK",
    stage: "build",
    evidence: "cause",
    bonus: -3,
    keys: ["gyp err! stack error: "],
    pattern:
      /gyp ERR! stack Error: (?:(?<code>\d{3}) (?:status code|response) downloading|This is most likely not a problem with node-gyp|unable to verify|getaddrinfo (?<errno>\w+) (?<host>\S+)|connect (?<errno2>E\w+)|self[- ]signed)/,
    cause: "node-gyp could not download the headers of Node.",
  },
  {
    id: "node-gyp/gyp-file",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -1,
    keys: ["while trying to load ", "returned exit status "],
    pattern:
      /^(?:gyp ERR! |npm (?:ERR!|error) )?gyp: (?:Call to '(?<call>.{1,300}?)' returned exit status \d{1,3} while in (?<file>\S{1,200}?)\.(?=\s)|(?<file2>\S{1,200}) not found \(cwd: |Undefined variable (?<code>\w{1,80}) in (?<file3>\S{1,200})|name '(?<code2>\w{1,80})' is not defined while )/,
    cause: "{file} cannot be read.",
    refine: ({ groups }) => {
      if (groups["file2"] !== undefined) return { error_type: "MISSING_FILE" };
      // the usual way to ask for the headers of another package
      const name = /require\(\\?['"]([@\w./-]{1,100})\\?['"]\)/.exec(groups["call"] ?? "")?.[1];
      return name === undefined
        ? {}
        : { error_type: "MISSING_PACKAGE", entities: [{ kind: "package", value: name }] };
    },
  },
  {
    id: "node-gyp/failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 3,
    keys: ["gyp err! stack error: `", "gyp err! build error", "gyp err! configure error", "gyp err! not ok"],
    pattern: /gyp ERR! (?:build error|configure error|not ok|stack Error: `[^`]+` failed with exit code)/,
    // the line below says which command failed
    root: { pattern: /gyp ERR! stack Error: `[^`]{1,300}` failed with exit code/, after: 1 },
    near: [
      {
        pattern: /gyp ERR! cwd \S*?node_modules[\\/](?<package>(?:@[\w.-]+[\\/])?[\w.-]+)$/,
        after: 16,
        before: 4,
      },
    ],
    offers: ["package"],
    cause: "{package} could not be compiled.",
  },
  {
    id: "node-gyp/prebuilt-missing",
    ecosystem: "npm",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "hint",
    keys: [
      "tried to download(",
      "pre-built binaries not found for",
      "pre-built binaries not installable for",
    ],
    pattern:
      /(?:Tried to download\((?<code>\d+)\): (?<url>\S+)|Pre-built binaries not (?:found|installable) for (?<npm_spec>\S+))/,
    offers: ["package", "version"],
    cause: "{package} has no ready binary for this Node and platform.",
  },
];
