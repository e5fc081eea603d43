import type { Rule } from "../rule.js";

export const GRADLE_RULES: readonly Rule[] = [
  {
    id: "gradle/could-not-find",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not find ", "could not resolve "],
    pattern:
      /(?:^|> )Could not find (?<maven>[\w.-]{1,120}:[\w.-]{1,120}:[\w.+[\](),-]{1,60}?)(?::\w+)?\.$|Could not find (?<maven2>[\w.-]{1,120}:[\w.-]{1,120}:[\w.-]{1,60}?)\.? in any|Could not find any (?:matches for|version that matches) (?<maven3>[\w.-]{1,120}:[\w.-]{1,120}:\S{1,60}?)(?:\.$| as no)/,
    cause: "No repository that Gradle asks has {package} {version}.",
    steps: ["gradle dependencies --refresh-dependencies"],
  },
  {
    id: "gradle/could-not-resolve",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "summary",
    keys: [
      "could not resolve ",
      "could not download ",
      "could not get resource",
      "could not get '",
      "could not head '",
    ],
    pattern:
      /Could not (?:resolve|download) (?:all [\w ]{1,40} for configuration '(?<configuration>[^']{1,80})'|(?:[\w.+-]{1,80} \()?(?<maven>[\w.-]{1,120}:[\w.-]{1,120}:[\w.-]{0,60}\w)|(?!["'‘])(?<other>\S{1,100}))|Could not (?:get resource|GET|HEAD) '(?<url>[^']{1,300})'/,
    offers: ["package", "version", "host"],
    cause: "A dependency could not be resolved: {package}.",
    refine: ({ groups, line }) => {
      const text = [0, 1, 2, 3, 4].map(line).join(" ");
      const status = /Received status code (\d{3})/.exec(text)?.[1];
      if (status === undefined) return {};
      return {
        error_type: /^40[13]$/.test(status) ? "AUTHENTICATION" : "NETWORK",
        evidence: "error",
        entities: groups["url"] === undefined ? [] : [{ kind: "code", value: status }],
      };
    },
  },
  {
    id: "gradle/status",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["received status code"],
    pattern: /Received status code (?<code>\d{3}) from server/,
    near: [{ pattern: /'(?<url>https?:\/\/[^']{1,300})'/, before: 2 }],
    cause: "The repository answered with status {code}.",
    refine: ({ groups }) => (/^40[13]$/.test(groups["code"] ?? "") ? { error_type: "AUTHENTICATION" } : {}),
  },
  {
    id: "gradle/plugin-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["was not found in any of the following sources", "' not found."],
    pattern:
      /Plugin \[id: '(?<package>[^']{1,120})'(?:, version: '(?<version>[^']{1,60})')?.{0,80}\] was not found|Plugin with id '(?<package2>[^']{1,120})' not found/,
    cause: "Gradle finds no plugin {package}.",
  },
  {
    id: "gradle/could-not-download",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -3,
    keys: ["could not download "],
    pattern: /Could not download (?<file>[^\s()]{1,200}) \((?<maven>[\w.:-]{1,200})\)/,
    cause: "{file} could not be downloaded.",
  },
  {
    id: "gradle/variant",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "no matching variant of ",
      "no matching configuration of",
      "is only compatible with jvm runtime version",
      "requires at least jvm runtime version",
    ],
    pattern:
      /No matching (?:variant|configuration) of (?<maven>[\w.-]{1,120}:[\w.-]{1,120}:[\w.-]{1,60})|requires at least JVM runtime version (?<constraint>\d+)/,
    cause: "{package} has no variant for this Java or Gradle.",
  },
  {
    id: "gradle/java-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: [
      "minimum supported gradle version is",
      "requires java ",
      "could not determine java version",
      "gradle requires jvm",
      "requires gradle ",
      "no compatible toolchains found",
      "unable to find a matching toolchain",
      "cannot find a java installation",
      "android gradle plugin requires",
      "gradle version ",
      "value given for",
      "has value '",
    ],
    pattern:
      /Minimum supported (?<language_runtime>Gradle) version is (?<constraint>[\w.-]+?)\. Current version is (?<version>[\w.-]+?)\.?(?: |$)|(?:Android )?Gradle(?: plugin)? requires (?<language_runtime2>Java|JVM) (?<constraint2>\d+)(?: or later)? to run\.(?: You are currently using Java (?<version2>\d[\w.]*?)(?=\.?(?: |$))| Your build is currently configured to use (?:Java|JVM) (?<version3>\d[\w.]*))?|Could not determine (?<language_runtime3>java) version from '(?<version4>[^']+)'|(?:No compatible toolchains found|Cannot find a Java installation|[Uu]nable to find a matching toolchain)(?:[^\n]{0,120}languageVersion=(?<constraint3>\d+))?/,
    near: [{ pattern: /distributionUrl in (?<file>\S{1,200})/, own: true }],
    cause: "This build needs another version of {language_runtime}: {constraint}, not {version}.",
    steps: ["java -version", "./gradlew --version"],
  },
  {
    id: "gradle/compile-task",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["compilation failed; see the compiler", "compilation error", "execution failed for task"],
    pattern:
      /Compilation failed; see the compiler (?:error )?output|Compilation error\. See log|Execution failed for task '(?<task>[^']{1,200})'/,
    cause: "The task {task} failed.",
    refine: ({ line }) => (/:test\w*'|[Tt]est'\.?$/.test(line(0)) ? { error_type: "TEST_FAILURE" } : {}),
  },
  {
    id: "gradle/what-went-wrong",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -12,
    keys: [
      "execution failed for task",
      "a problem occurred evaluating",
      "a problem occurred configuring",
      "could not compile build file",
      "could not open ",
    ],
    pattern:
      /Execution failed for task '(?<task>[^']{1,200})'|A problem occurred (?:evaluating|configuring) |Could not (?:compile|open) /,
    root: { pattern: /^(?:> )?(?<message>\S.{2,400})$/, after: 1 },
    cause: "{message}",
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      if (
        /^at |Compilation (?:failed|error)|There were failing tests|startup failed|Could not resolve all|^A problem occurred (?:evaluating|configuring)/.test(
          message,
        )
      )
        return null;
      const command = /starting process 'command '([^']{1,200})''/.exec(message)?.[1];
      if (command !== undefined)
        return {
          error_type: "COMMAND_NOT_FOUND",
          evidence: "cause",
          bonus: 0,
          entities: [{ kind: "command", value: command }],
        };
      const file = /['{]((?:\/|[A-Z]:)[^'{}]{1,300}|[\w./-]{1,200}\.\w{1,10})['}]/i.exec(message)?.[1];
      const entities = file === undefined ? [] : [{ kind: "file" as const, value: file }];
      if (
        /SDK location not found|does not exist|not found|No such file|cannot be found|NDK (?:is )?not/i.test(
          message,
        )
      )
        return { error_type: "MISSING_FILE", bonus: 0, entities };
      if (/^(?:> )?(?:Java heap space|GC overhead limit exceeded|Metaspace|Not enough memory)/.test(message))
        return { error_type: "RESOURCE_EXHAUSTED", evidence: "cause", bonus: 0, entities };
      if (message.includes("finished with non-zero exit value")) return { evidence: "summary", bonus: 2 };
      if (
        /Unable to create Root Module|configuration|Could not find (?:method|property)|unknown property/i.test(
          message,
        )
      )
        return { error_type: "SYNTAX_OR_CONFIG", bonus: 0, entities };
      const code = /^(?:> )?(?:[\w.$]{1,200}: )?\[(\w{2,20})\] /.exec(message)?.[1];
      if (code !== undefined)
        return { error_type: "SYNTAX_OR_CONFIG", entities: [{ kind: "code", value: code }] };
      if (/timed? ?out/i.test(message)) return { error_type: "TIMEOUT" };
      if (/unsupported|not supported/i.test(message) && /Java|JDK|Gradle|version/i.test(message))
        return { error_type: "RUNTIME_VERSION_MISMATCH", bonus: 5 };
      return /evaluating|configuring/.test(line(0))
        ? { error_type: "SYNTAX_OR_CONFIG", entities }
        : { entities };
    },
  },
  {
    id: "gradle/script",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -4,
    keys: [
      "could not find method ",
      "could not find property '",
      "could not get unknown property",
      "could not set unknown property",
      "unexpected token",
      ": expecting ",
      "no such property",
      "unexpected input",
      "not found in root project",
      "not found in project",
      "does not contain a gradle build",
      "is ambiguous in ",
    ],
    pattern:
      /Could not find method (?<code>[\w.]{1,80})\(|Could not find property '(?<code4>[^']{1,80})' on |Could not [gs]et unknown property '(?<code2>[^']{1,80})'|No such property: (?<code3>\w{1,80})|(?<file>[\w./-]{1,200}\.gradle(?:\.kts)?)'?: \d+: (?:unexpected|Unexpected|expecting|unable to resolve)|(?:Task|Project)(?: with path)? '(?<command>[^']{1,120})' (?:not found in|is ambiguous in)|does not contain a Gradle build/,
    cause: "Gradle does not accept the build script or the command line.",
  },
  {
    id: "gradle/android-sdk",
    ecosystem: "android",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: [
      "sdk location not found",
      "failed to install the following android sdk packages",
      "licences have not been accepted",
      "licenses have not been accepted",
      "android_home",
      "ndk not configured",
      "failed to find build tools revision",
      "failed to find target with hash string",
      "no version of ndk matched",
    ],
    pattern:
      /SDK location not found|Failed to install the following Android SDK packages|licen[cs]es have not been accepted|(?:ANDROID_HOME|ANDROID_SDK_ROOT) (?:is )?not set|NDK (?:is )?not configured|[Ff]ailed to find (?:Build Tools revision (?<version>[\w.]+)|target with hash string '?(?<package>[\w.-]+)'?)|No version of NDK matched the requested version (?<version2>[\d.]+)/,
    near: [
      { pattern: /^(?<package2>[a-z-]{2,40};[\w.;-]{1,60}) /, after: 1 },
      {
        pattern:
          /local properties file at '(?<file>[^']{1,200})'|sdk\.dir in the (?<file2>local\.properties) file/,
        own: true,
      },
    ],
    refine: ({ line }) => (/licen[cs]es have not/.test(line(0)) ? { error_type: "MISSING_PACKAGE" } : {}),
    cause: "A part of the Android SDK is not installed, or its place is not known.",
    steps: ["sdkmanager --list_installed", "yes | sdkmanager --licenses"],
  },
  {
    id: "gradle/aapt",
    ecosystem: "android",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [
      "error: resource ",
      "error: no resource found",
      "aapt: error",
      "aapt2 error",
      "manifest merger failed",
      "error: duplicate class",
      "duplicate class ",
    ],
    pattern:
      /error: resource (?<code>\S{1,120}) .{0,60}not found|error: No resource found|Manifest merger failed|Duplicate class (?<code2>\S{1,200}) found|AAPT2? error: (?<message>.{1,200})/,
    cause: "The Android build tools do not accept the app's resources or classes.",
  },
  {
    id: "gradle/test-failed",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 4,
    keys: [" failed"],
    pattern: /^(?<test>(?:[a-z]\w{0,40}\.){0,12}[A-Z][\w$.]{1,120} > .{1,200}) FAILED$/,
    near: [
      { pattern: /^(?<code>(?:[a-z]\w*\.){1,10}[A-Z]\w*(?:Exception|Error|Failure))\b/, after: 2 },
      { pattern: /(?:\(|\bat )(?<file>[\w$]{1,80}\.(?:java|kt|groovy|scala)):\d+\)?$/, after: 3 },
    ],
    cause: "The test {test} failed.",
    refine: ({ groups }) => ({
      entities: groups["code"] === undefined ? [{ kind: "code", value: groups["test"] ?? "" }] : [],
    }),
  },
  {
    id: "gradle/failing-tests",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "summary",
    keys: ["there were failing tests"],
    pattern: /There were failing tests\./,
    cause: "Tests failed.",
  },
  {
    id: "gradle/failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["failure: build failed", "build failed with an exception", "build failed in"],
    pattern: /FAILURE: Build (?:failed with an exception|completed with \d+ failures)|^BUILD FAILED(?: in|$)/,
    cause: "The build failed.",
  },
];
