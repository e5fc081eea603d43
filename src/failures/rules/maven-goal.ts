import type { MatchContext, Refinement } from "../rule.js";

function pluginEntities({ groups }: MatchContext): NonNullable<Refinement["entities"]> {
  const { plugin, pluginVersion } = groups;
  return plugin === undefined || pluginVersion === undefined
    ? []
    : [
        { kind: "package", value: plugin },
        { kind: "version", value: pluginVersion },
      ];
}

/** What a goal says after the colon decides what kind of failure it is. */
export function readGoal(match: MatchContext): Refinement {
  const message = match.groups["message"] ?? "";
  const plugin = match.groups["plugin"] ?? "";
  const entities = pluginEntities(match);
  const level = (error_type: Refinement["error_type"], bonus = 0): Refinement =>
    error_type === undefined ? { entities } : { error_type, evidence: "error", bonus, entities };
  const release = /invalid (?:target|source) release: ?(\S+)|release version (\S+) not supported/.exec(
    message,
  );
  if (release !== null) {
    const version = release[1] ?? release[2] ?? "";
    return {
      error_type: "RUNTIME_VERSION_MISMATCH",
      evidence: "cause",
      entities: [{ kind: "version", value: version }, ...entities.slice(0, 1)],
    };
  }
  if (
    /No space left|not enough space|OutOfMemory|heap space|GC overhead|Cannot allocate memory/i.test(message)
  )
    return level("RESOURCE_EXHAUSTED", 10);
  if (/ExceptionInInitializerError: com\.sun\.tools|UnsupportedClassVersion|class file version/.test(message))
    return level("RUNTIME_VERSION_MISMATCH", 5);
  if (
    /Communications link failure|Connection (?:refused|reset|timed out)|UnknownHost|connect timed out/i.test(
      message,
    )
  )
    return level("NETWORK", 10);
  if (/Read timed out|did not complete within|timeout/i.test(message)) return level("TIMEOUT", 5);
  if (/401|403|Unauthorized|Not authorized|authentication failed/i.test(message))
    return level("AUTHENTICATION", 5);
  if (message.includes("matching toolchain")) return level("RUNTIME_VERSION_MISMATCH", 5);
  if (
    /Cannot run program "|command not found|not found in PATH|[Uu]nable to find (?:the )?\w+ command/.test(
      message,
    )
  )
    return level("COMMAND_NOT_FOUND", 10);
  if (
    /NoSuchMethodError|NoClassDefFoundError|AbstractMethodError|IncompatibleClassChange|NoSuchFieldError|API incompatibility/.test(
      message,
    )
  )
    return level("VERSION_CONFLICT", 5);
  if (message.includes("ClassNotFoundException")) return level("MISSING_PACKAGE", 5);
  if (
    /FileNotFound|No such file|does not exist|NoSuchFile|(?:[Uu]nable to|[Cc]an(?:'|no)t|[Cc]ould not) (?:find|read|load|locate|open) (?:the )?(?:file|resource|config|path|\S*[/.])|(?:directory|file) is not found/.test(
      message,
    )
  )
    return level("MISSING_FILE", 5);
  if (/AccessDenied|Permission denied/.test(message)) return level("PERMISSION_DENIED", 5);
  if (
    /There (?:are|were) (?:test failures|some test failures)|surefire|failsafe/.test(`${plugin} ${message}`)
  ) {
    return /forked VM terminated|crashed|ExecutionException/.test(message)
      ? { error_type: "CRASH", evidence: "error", entities }
      : { error_type: "TEST_FAILURE", evidence: "summary", bonus: 8, entities };
  }
  if (/maven-compiler-plugin|kotlin-maven-plugin|scala-maven-plugin|gmavenplus/.test(plugin)) {
    return message.includes("Fatal error compiling")
      ? { error_type: "BUILD_FAILURE", evidence: "error", bonus: -2, entities }
      : { error_type: "BUILD_FAILURE", evidence: "summary" };
  }
  if (plugin.includes("enforcer"))
    return { error_type: "VERSION_CONFLICT", evidence: "summary", bonus: 5, entities };
  if (
    /checkstyle|pmd|spotbugs|findbugs|spotless|formatter|license|rat|javadoc|jacoco|revapi|japicmp/.test(
      plugin,
    )
  )
    return { error_type: "BUILD_FAILURE", evidence: "error", bonus: -5, entities };
  return { evidence: "error", bonus: -10, entities };
}
