import { typeOfException } from "./exception-type.js";
import type { Rule } from "../rule.js";
import { readByWords } from "./by-words.js";

const EXCEPTION = /(?<code>(?:[a-z][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:Exception|Error|Failure))/.source;

export const JAVA_RULES: readonly Rule[] = [
  {
    id: "java/class-version",
    ecosystem: "java",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "cause",
    keys: [
      "illegalargumentexception: ",
      "unsupportedclassversionerror",
      "unsupported major.minor version",
      "has been compiled by a more recent version",
      "unsupported class file major version",
      "bad class file",
      "class file has wrong version",
    ],
    pattern:
      /(?:UnsupportedClassVersionError: )?(?<class>[\w/$.]{1,200})?\s{0,3}(?::\s{1,3})?(?:Unsupported major\.minor version (?<version>\d+\.\d+)|has been compiled by a more recent version of the Java Runtime \(class file version (?<version2>\d+\.\d+)\)|[Uu]nsupported class file major version (?<version3>\d+)|class file has wrong version (?<version4>\d+\.\d+), should be (?<version5>\d+\.\d+)|IllegalArgumentException: (?<version6>\d\d(?:\.\d+){0,2})$)/,
    near: [{ pattern: /bad class file: (?<file>[^\s(]{1,300})/, before: 3 }],
    cause: "{class} was compiled for a newer Java than the one that runs it.",
    steps: ["java -version"],
    refine: ({ groups }) => {
      const name = groups["class"] ?? "";
      return {
        entities:
          /[/.]/.test(name) && /[A-Z]/.test(name) ? [{ kind: "code", value: name.replace(/:$/, "") }] : [],
      };
    },
  },
  {
    id: "java/out-of-memory",
    ecosystem: "java",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: [
      "outofmemoryerror",
      "gc overhead limit exceeded",
      "insufficient memory for the java runtime",
      "could not reserve enough space",
      "unable to create native thread",
      "error='not enough space'",
      "error='cannot allocate memory'",
      "expiring daemon because jvm heap space is exhausted",
    ],
    pattern:
      /OutOfMemoryError(?::|\b)|GC overhead limit exceeded|insufficient memory for the Java Runtime|Could not reserve enough space|[Uu]nable to create (?:new )?native thread|error='(?:Not enough space|Cannot allocate memory)'|JVM heap space is exhausted/,
    unless: /HeapDumpOnOutOfMemoryError|ExitOnOutOfMemoryError/,
    cause: "Java ran out of memory.",
    steps: ["Give Java more heap (-Xmx)."],
    evenAsWarning: true,
  },
  {
    id: "java/no-main-class",
    ecosystem: "java",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["could not find or load main class", "unable to access jarfile", "no main manifest attribute"],
    pattern:
      /Could not find or load main class (?<code>[\w.$/-]{1,200})|Unable to access jarfile (?<file>.{1,200})$|no main manifest attribute, in (?<file2>\S{1,200})/,
    cause: "Java does not find what it shall run.",
  },
  {
    id: "java/class-not-found",
    ecosystem: "java",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["noclassdeffounderror", "classnotfoundexception"],
    pattern:
      /(?:NoClassDefFoundError|ClassNotFoundException): (?:Could not initialize class )?(?<code>[\w.$/]{1,200})/,
    cause: "The class {code} is not on the class path.",
    refine: ({ groups }) =>
      (groups["code"] ?? "").startsWith("org.codehaus.groovy.")
        ? {
            error_type: "RUNTIME_VERSION_MISMATCH",
            root_cause: "This Gradle is too old for the Java that runs it.",
          }
        : {},
  },
  {
    id: "java/version-clash",
    ecosystem: "java",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: [
      "nosuchmethoderror",
      "nosuchfielderror",
      "abstractmethoderror",
      "incompatibleclasschangeerror",
      "illegalaccesserror",
    ],
    pattern:
      /(?<code>(?:java\.lang\.)?(?:NoSuchMethodError|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError|IllegalAccessError)): (?<message>.{1,300})/,
    cause: "A library is there in another version than the caller was compiled against.",
  },
  {
    id: "java/tls",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "pkix path building failed",
      "sslhandshakeexception",
      "received fatal alert",
      "sslexception",
      "sslpeerunverifiedexception",
    ],
    pattern:
      /PKIX path building failed|(?:SSL\w{0,30}Exception: )?Received fatal alert: (?<code>\w+)|SSL(?:Handshake|PeerUnverified)?Exception: (?<message>.{1,200})/,
    near: [
      { pattern: /^Downloading (?<url>\S{1,200}\/(?<file>[^/\s]{1,120}))$/, before: 8 },
      { pattern: /'(?<url>https?:[^']{1,300})'/, before: 6 },
    ],
    cause: "The TLS connection of Java failed.",
    steps: ["Import the certificate authority into the trust store of Java."],
  },
  {
    id: "java/network",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -2,
    keys: [
      "unknownhostexception",
      "connectexception",
      "socketexception",
      "noroutetohostexception",
      "sockettimeoutexception",
      "connecttimeoutexception",
      "bindexception",
    ],
    pattern:
      /(?:UnknownHostException: (?<host>[\w.-]{1,200})|(?:HttpHost)?ConnectException: (?:Connect to (?<host2>[\w.-]{1,120}):(?<port>\d+))?(?<message>.{0,200})|SocketException: (?<code>[\w ]{1,80})|NoRouteToHostException|(?<timeout>SocketTimeout|ConnectTimeout)Exception(?:: (?<message2>.{1,100}))?|(?<bind>BindException): .{1,100})/,
    near: [
      { pattern: /^Downloading (?<url>\S{1,200}\/(?<file>[^/\s]{1,120}))$/, before: 8 },
      { pattern: /'(?<url>https?:[^']{1,300})'/, before: 6 },
    ],
    cause: "Java could not connect: {code}{message}",
    refine: ({ groups }) => {
      if (groups["timeout"] !== undefined) return { error_type: "TIMEOUT" };
      return groups["bind"] === undefined ? {} : { error_type: "RESOURCE_EXHAUSTED" };
    },
  },
  {
    id: "java/vm-option",
    ecosystem: "java",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "cause",
    keys: [
      "unrecognized vm option",
      "unrecognized option: -",
      "unrecognized option: --",
      "invalid maximum heap size",
      "conflicting collector combinations",
      "invalid initial heap size",
    ],
    pattern:
      /Unrecognized VM option '(?<code>[^']{1,120})'|^Unrecognized option: (?<code2>-\S{1,120})|Invalid (?:maximum|initial) heap size: (?<code3>\S+)|Conflicting collector combinations/,
    cause: "This Java does not know the option {code}.",
  },
  {
    id: "java/home",
    ecosystem: "java",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["java_home"],
    pattern:
      /(?<code>JAVA_HOME) (?:is (?:not set|not defined correctly|set to an invalid directory)|environment variable is not (?:defined correctly|set)|not found)/,
    unless: /^\s*(?:echo|#)|warning/i,
    near: [{ pattern: /cannot execute (?<file>\S{1,200})/, after: 1 }],
    cause: "JAVA_HOME names no JDK.",
    steps: ["command -v java", "echo $JAVA_HOME"],
  },
  {
    id: "java/cannot-run",
    ecosystem: "java",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ['cannot run program "'],
    pattern: /Cannot run program "(?<program>[^"]{1,200})".{0,200}?error=(?<number>\d+)/,
    cause: "{program} could not be started.",
    refine: ({ groups }) => {
      const command = groups["program"] ?? "";
      const entities = [{ kind: "command" as const, value: command }];
      if (groups["number"] === "13") return { error_type: "PERMISSION_DENIED", entities };
      if (groups["number"] === "2" && /[\w.]\//.test(command))
        return { error_type: "MISSING_FILE", entities: [{ kind: "file", value: command }] };
      return groups["number"] === "12" ? { error_type: "RESOURCE_EXHAUSTED", entities } : { entities };
    },
  },
  {
    id: "java/file-not-found",
    ecosystem: "java",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "error",
    bonus: 6,
    keys: ["filenotfoundexception: ", "nosuchfileexception: "],
    pattern:
      /(?:FileNotFoundException|NoSuchFileException): (?<path>[^\s(]{1,400})(?: \((?<reason>[^)]{1,80})\))?/,
    cause: "{path} is not there.",
    refine: ({ groups, line }) => {
      const path = groups["path"] ?? "";
      // Android's: "open failed: EACCES (Permission denied)"
      if (path === "open") return readByWords(line(0));
      const url = /^https?:\/\/([\w.-]+)/.exec(path);
      if (url !== null) return { entities: [{ kind: "host", value: url[1] ?? "" }] };
      const entities = [{ kind: "file" as const, value: path }];
      return (groups["reason"] ?? "").includes("Permission denied")
        ? { error_type: "PERMISSION_DENIED", entities }
        : { entities };
    },
  },
  {
    id: "java/exception",
    ecosystem: "java",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -18,
    keys: ['exception in thread "', "caused by: "],
    pattern: new RegExp(
      `(?:Exception in thread "[^"]{1,80}"|Caused by:) ${EXCEPTION}(?:: (?<message>.{1,300}))?`,
    ),
    cause: "{code}: {message}",
    refine: ({ groups }) => {
      const type = typeOfException((groups["code"] ?? "").split(".").at(-1) ?? "", groups["message"] ?? "");
      return type === undefined || type === "TEST_FAILURE" ? {} : { error_type: type };
    },
  },
  {
    id: "java/jvm-crash",
    ecosystem: "crash",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    keys: [
      "a fatal error has been detected by the java runtime environment",
      "the forked vm terminated without",
    ],
    pattern:
      /A fatal error has been detected by the Java Runtime Environment|The forked VM terminated without (?:properly )?saying/,
    near: [{ pattern: /(?<code>SIG[A-Z]{3,5}|EXCEPTION_ACCESS_VIOLATION)\b/, after: 3 }],
    cause: "The Java virtual machine crashed.",
  },
];
