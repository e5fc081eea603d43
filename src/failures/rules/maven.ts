import type { MatchContext, Refinement, Rule } from "../rule.js";
import { readGoal } from "./maven-goal.js";

const COORDINATE = /[\w.-]{1,120}:[\w.-]{1,120}(?::[\w.-]{1,60}){1,3}/.source;
const GOAL =
  /Failed to execute goal (?:on project [^:]{1,120}|(?<plugin>[\w.-]{1,100}:[\w.-]{1,100}):(?<pluginVersion>[\w.-]{1,60}):[\w-]{1,60}(?: \([^)]{0,80}\))? on project [^:]{1,120})/
    .source;

/** "G:A:jar:1.0" in "Could not find artifact …": package and version; what is wanted, not the project that wants it. */
function readArtifact({ groups }: MatchContext): Refinement {
  const parts = (groups["artifact"] ?? "").split(":");
  const version = parts.at(-1);
  if (parts.length < 3 || version === undefined) return {};
  return {
    entities: [
      { kind: "package", value: parts.slice(0, 2).join(":") },
      { kind: "version", value: version },
    ],
  };
}

export const MAVEN_RULES: readonly Rule[] = [
  {
    id: "maven/artifact-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not find artifact",
      "was not found in http",
      "failure to find",
      "is missing, no dependency information",
    ],
    pattern: new RegExp(
      `(?:Could not find artifact|[Ff]ailure to find) (?<artifact>${COORDINATE})|(?<artifact2>${COORDINATE}) was not found in (?:http|file)`,
    ),
    refine: (match) =>
      readArtifact({
        ...match,
        groups: { ...match.groups, artifact: match.groups["artifact"] ?? match.groups["artifact2"] },
      }),
    cause: "No repository that Maven asks has {package} {version}.",
    steps: ["mvn dependency:get -Dartifact={package}:{version}"],
  },
  {
    id: "maven/no-compiler",
    error_type: "MISSING_PACKAGE",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "no compiler is provided in this environment",
      "unable to find a javac compiler",
      "unable to locate the javac compiler",
    ],
    pattern:
      /No compiler is provided in this environment|Unable to (?:find a|locate the) (?:javac|Javac) [Cc]ompiler/,
    cause: "There is a Java runtime, but no JDK with a compiler.",
    steps: ["javac -version", "echo $JAVA_HOME"],
  },
  {
    id: "maven/transfer",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: 2,
    keys: ["could not transfer artifact", "could not transfer metadata"],
    pattern: new RegExp(
      `Could not transfer (?:artifact|metadata) (?<artifact>${COORDINATE})[^(]{0,40}from/to (?<repository>\\S{1,80}) \\((?<url>\\S{1,200}?)\\):? (?<message>.{1,300})`,
    ),
    cause: "{package} could not be fetched: {message}",
    refine: (match) => {
      const message = match.groups["message"] ?? "";
      const read = readArtifact(match);
      const status = /(?:status(?: code)?|[Rr]eturn code is):? (\d{3})|\.(?:pom|jar|xml) (\d{3}) [A-Z]/
        .exec(message)
        ?.slice(1)
        .find((group: string | undefined) => group !== undefined);
      const entities = [
        ...(read.entities ?? []),
        ...(status === undefined ? [] : [{ kind: "code" as const, value: status }]),
      ];
      if (/40[13]|Unauthorized|authoriz|Forbidden/i.test(message))
        return { error_type: "AUTHENTICATION", entities };
      if (message.includes("Blocked mirror")) return { error_type: "SYNTAX_OR_CONFIG", entities };
      if (/timed out/i.test(message)) return { error_type: "TIMEOUT", entities };
      if (message.includes("Checksum validation failed"))
        return { error_type: "CHECKSUM_MISMATCH", entities };
      return { entities };
    },
  },
  {
    id: "maven/parent",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: 3,
    keys: ["non-resolvable parent pom", "non-resolvable import pom"],
    pattern: new RegExp(
      `Non-resolvable (?:parent|import) POM.{0,200}?(?:Could not find artifact|[Ff]ailure to find|Could not transfer artifact) (?<artifact>${COORDINATE})`,
    ),
    // why it could not be transferred is read by maven/transfer
    refine: (match) =>
      /Could not transfer artifact .{1,300} from\/to \S{1,80} \(/.test(match.line(0))
        ? null
        : readArtifact(match),
    cause: "The parent POM {package} {version} is not found.",
  },
  {
    id: "maven/plugin-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "error",
    keys: [
      "or one of its dependencies could not be resolved",
      "no plugin found for prefix",
      "plugin not found in any plugin repository",
    ],
    pattern:
      /Plugin (?<maven>[\w.-]{1,120}:[\w.-]{1,120}:[\w.-]{1,60}) or one of its dependencies could not be resolved|No plugin found for prefix '(?<package>[^']{1,80})'|Plugin '?(?<package2>[\w.-]{1,100}:[\w.-]{1,100})(?::(?<version>[\w.-]{1,40}))?'? not found in any plugin repository/,
    near: [{ pattern: /status(?: code)?:? (?<code>[45]\d\d)/, after: 0 }],
    cause: "The plugin {package} cannot be had.",
    refine: ({ groups, line }) => {
      const text = line(0);
      if (groups["package"] !== undefined) return { evidence: "cause" };
      const status = /(?:status(?: code)?:? |HTTP response code: |: |\s)([45]\d{2}) [A-Z]/.exec(text)?.[1];
      const host = /\(https?:\/\/([\w.-]+)/.exec(text)?.[1];
      const entities = [
        ...(status === undefined ? [] : [{ kind: "code" as const, value: status }]),
        ...(host === undefined ? [] : [{ kind: "host" as const, value: host }]),
      ];
      if (/5\d\d|Could not transfer/.test(`${status ?? ""} ${text}`))
        return { error_type: "NETWORK", evidence: "cause", bonus: 4, entities };
      return {};
    },
  },
  {
    id: "maven/pom",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -2,
    keys: [
      "non-parseable pom",
      "is missing. @ line",
      "is missing. @ ",
      "must be unique",
      "malformed pom",
      "unknown lifecycle phase",
      "child module ",
      "could not find the selected project in the reactor",
      "unrecognised tag",
      "is invalid. @",
    ],
    pattern:
      /Non-parseable POM (?<file>\S{1,300}?):|(?<field>'[\w.:[\]-]{1,120}') (?:for \S{1,200} )?(?:is missing|must be unique|must be)|Malformed POM (?<file2>\S{1,300}?):|Unknown lifecycle phase "(?<command>[^"]{1,80})"|Child module (?<file3>\S{1,300}) of \S{1,300} does not exist|Could not find the selected project in the reactor: (?<package>\S{1,120})/,
    cause: "Maven does not accept the POM or the command line.",
    refine: ({ groups }) => (groups["file3"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "maven/no-pom",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["there is no pom in this directory", "pom file "],
    pattern:
      /there is no POM in this directory(?: \((?<file2>[^()]{1,300})\))?|POM file (?<file>\S{1,300}) specified with the -f\/--file/,
    cause: "There is no pom.xml here.",
  },
  {
    id: "maven/enforcer-java",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: ["detected jdk", "detected maven version"],
    pattern:
      /Detected (?<language_runtime>JDK|Maven)[^\n]{0,200}?[Vv]ersion:? (?:\S{1,200} (?:\([^)]{0,80}\) )?is )?(?:version )?(?<version>[\d.][\w.-]{0,20}).{0,60}? not in the allowed range (?<constraint>\S{1,60}?)\.?$/,
    cause: "This build needs {language_runtime} {constraint}, not {version}.",
  },
  {
    id: "maven/enforcer-rule",
    error_type: "VERSION_CONFLICT",
    stage: "configure",
    evidence: "error",
    keys: [
      "failed with message",
      "dependency convergence error",
      "require upper bound dependencies error",
      "found banned dependency",
    ],
    pattern:
      /(?:Dependency convergence error for|Require upper bound dependencies error for|Found Banned Dependency:) (?<maven>[\w.-]{1,120}:[\w.-]{1,120}(?::[\w.-]{1,60}){0,3})/,
    cause: "The dependencies disagree about {package}.",
  },
  {
    id: "maven/unresolved",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "error",
    bonus: 8,
    keys: [
      "could not resolve dependencies for project",
      "could not collect dependencies for project",
      "failed to collect dependencies",
      "cannot access ",
    ],
    pattern:
      /(?:Could not (?:resolve|collect) dependencies (?:for project)?|Failed to collect dependencies|Cannot access (?<repository>\S{1,80}) \()/,
    unless: /Could not find artifact|[Ff]ailure to find|Could not transfer|was not found in (?:http|file)/,
    cause: "Dependencies could not be resolved.",
    refine: ({ line }) => (line(0).includes("offline mode") ? { error_type: "NETWORK" } : {}),
  },
  {
    id: "maven/goal",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["failed to execute goal"],
    pattern: new RegExp(`${GOAL}: (?<message>.{1,800})`),
    unless: /Could not (?:resolve|collect) dependencies|Could not find artifact/,
    cause: "A goal of Maven failed: {message}",
    refine: readGoal,
  },
  {
    id: "maven/test-summary",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 10,
    keys: ["test.", "tests.", "testcase.", "it.", "»", "failed tests: ", "tests in error: "],
    pattern:
      /^(?:Run \d+: )?(?<code>[A-Z][\w$]{1,120}\.[\w$]{1,150}):\d+(?:->[\w.$]{1,200}(?::\d+)?){0,5}:?(?:\s|$)|^(?<heading>(?:Failed tests|Tests in error): {1,4})(?:[A-Z]\w{0,120}\.)?(?<code2>\w{1,150})(?:\(|:\d)/,
    cause: "The test {code}{code2} failed.",
    refine: ({ groups, line }) => {
      if (groups["heading"] !== undefined) return {};
      for (let back = -1; back >= -25; back--)
        if (/^(?:Failed tests|Tests in error|Failures|Errors|Flakes): ?/.test(line(back))) return {};
      return null;
    },
  },
  {
    id: "maven/test-failed",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 6,
    keys: ["<<< failure!", "<<< error!"],
    pattern:
      /^(?:(?<code>(?:[a-z]\w{0,60}\.){0,12}[A-Z][\w$]{1,120}\.[\w$]{1,150}(?:\([^)]{0,100}\))?)(?: --)? {1,2}Time elapsed|(?<method>[\w$]{1,150}(?:\{[^}]{1,80}\})?(?:\[[^\]]{1,80}\])?)(?:\((?<class>[\w.$]{1,200})\))?\s{1,4}Time elapsed).{0,60} <<< (?:FAILURE|ERROR)!/,
    cause: "The test {code}{method} failed.",
    refine: ({ groups }) => ({
      entities: groups["method"] === undefined ? [] : [{ kind: "code", value: groups["method"] }],
    }),
  },
  {
    id: "maven/locked-dependency",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [" but found "],
    pattern:
      /Expected (?<maven>[\w.-]{1,120}:[\w.-]{1,120}):\w{1,20}:(?<constraint>[\w.-]{1,60}):\S{1,40} but found [\w.-]{1,120}:[\w.-]{1,120}:\w{1,20}:(?<version>[\w.-]{1,60}):/,
    cause: "{package} is resolved to {version}, locked is {constraint}.",
  },
  {
    id: "maven/help",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "error",
    keys: ["maven/outofmemoryerror"],
    pattern: /\[Help \d+\] \S{1,100}MAVEN\/OutOfMemoryError/,
    cause: "Maven ran out of memory.",
    steps: ["export MAVEN_OPTS=-Xmx2g"],
  },
  {
    id: "maven/build-failure",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["build failure"],
    pattern: /^BUILD FAILURE$/,
    evenAsWarning: true,
    cause: "The Maven build failed.",
  },
  {
    id: "maven/build-success",
    error_type: "OTHER",
    stage: "build",
    evidence: "success",
    keys: ["build success"],
    pattern: /^BUILD SUCCESS(?:FUL)?\b/,
  },
];
