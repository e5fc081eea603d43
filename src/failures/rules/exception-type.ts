import type { ErrorType } from "../failure-case.js";

/** What an uncaught exception tells of its kind: by codes of the system, by what it says, by its name. */
const BY_TEXT: readonly (readonly [RegExp, ErrorType])[] = [
  [
    /\bE(?:ACCES|PERM|ROFS)\b|\[Errno (?:13|1|30)\]|\b13, 'Permission|[Pp]ermission denied|Access is denied/,
    "PERMISSION_DENIED",
  ],
  [
    /\bE(?:NOSPC|MFILE|NOMEM)\b|[Nn]o space left|[Oo]ut of memory|too many open files|[Cc]annot allocate memory/,
    "RESOURCE_EXHAUSTED",
  ],
  [
    /dlopen(?:\(| failed)|specified module could not be found|[Ii]mage not found|Library not loaded|cannot open shared object|Unable to load (?:the )?(?:shared|native|dynamic) library|no \S{1,60} in java\.library\.path|DLL load failed|[Ll]ibrary not found/,
    "MISSING_SYSTEM_LIBRARY",
  ],
  [/\bE(?:TIMEDOUT|SOCKETTIMEDOUT)\b|[Tt]imed? ?out\b/, "TIMEOUT"],
  [
    /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b|[Cc]onnection (?:refused|reset|aborted)|Name or service not known|getaddrinfo|CERTIFICATE_VERIFY_FAILED|Max retries exceeded|certificate verify failed|(?:HTTP Error|status code|Server Error)[: ]{1,2}5\d\d/,
    "NETWORK",
  ],
  [
    /\b401\b|\b403\b.{1,20}[Ff]orbidden|Unauthorized|Bad credentials|Access denied for user|[Ll]ogin fail(?:ure|ed)|password authentication failed|[Rr]equires authentication|[Aa]uthentication (?:failed|required)|[Ii]nvalid (?:credentials|token|password)|not logged in/,
    "AUTHENTICATION",
  ],
  [
    /(?:command|executable|program|binary) .{0,40}(?:not (?:found|be found|installed)|appears not to be installed)|not (?:found )?(?:in|on) (?:your |the )?\$?PATH|^(?:Error: )?not found: [\w.+-]{1,40}$/,
    "COMMAND_NOT_FOUND",
  ],
  [
    /(?:is|are) not (?:installed|present\. Please add)|must be installed|[Pp]lease install\b|could not be loaded.{0,40}gem/,
    "MISSING_PACKAGE",
  ],
  [/\bENOENT\b|\[Errno 2\]|[Nn]o such file/, "MISSING_FILE"],
  [
    /[Rr]equires? (?:at least )?(?:Python|Node(?:\.js)?|Ruby|PHP|Java|Go|Xcode)\b.{1,20}\d|(?:Python|Node(?:\.js)?|Java) .{0,40}(?:not supported|unsupported|or (?:later|newer|higher|above) is required)/,
    "RUNTIME_VERSION_MISMATCH",
  ],
];

const BY_NAME: readonly (readonly [RegExp, ErrorType])[] = [
  [/Permission|AccessDenied/, "PERMISSION_DENIED"],
  [/Timeout/i, "TIMEOUT"],
  [/Connection|Network|SSL|URLError|UnknownHost|Socket/, "NETWORK"],
  [/Auth|Credential|Unauthorized/, "AUTHENTICATION"],
  [/FileNotFound|NoSuchFile|FileMissing/, "MISSING_FILE"],
  [/Memory/, "RESOURCE_EXHAUSTED"],
  [
    /Configur|Config(?:Error|Exception)|Settings|Parse|Syntax|Usage|Validation|Decode|YAML|InvalidArgument|InvalidOption/,
    "SYNTAX_OR_CONFIG",
  ],
  [
    /TypeLoad|MissingMethod|MissingField|NoSuchMethod|AbstractMethod|IncompatibleClass|VersionConflict/,
    "VERSION_CONFLICT",
  ],
  [/ResourceExhausted|OutOfMemory/, "RESOURCE_EXHAUSTED"],
  [/Zip|BadGzip|Checksum/, "CHECKSUM_MISMATCH"],
  [/ImportError|ModuleNotFound/, "MISSING_PACKAGE"],
  [/Assertion|TestFail/, "TEST_FAILURE"],
];

/** The kind that an exception's message or name gives away; undefined where it is the program's own affair. */
export function typeOfException(name: string, message: string): ErrorType | undefined {
  const text = message.slice(0, 300);
  return (
    BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ??
    BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  );
}
