import { readFreeText } from "../entities/free-text.js";
import { typeOfException } from "./exception-type.js";
import type { MatchContext, Refinement, Rule } from "../rule.js";

export const NODE_RULES: readonly Rule[] = [
  {
    id: "node/module-not-found",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["cannot find module", "cannot find package"],
    pattern: /Error(?: \[\w+\])?: Cannot find (?:module|package) ['"](?<name>[^'"]+)['"]/,
    unless: /error TS\d+/,
    near: [{ pattern: /\[(?<code>ERR_MODULE_NOT_FOUND)\]/, own: true }],
    refine: refineModule,
    code: "MODULE_NOT_FOUND",
    cause: "Node does not find the module {name}.",
    steps: ["npm install", "npm ls {package}"],
  },
  {
    id: "node/old-syntax",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["syntaxerror: "],
    pattern:
      /SyntaxError: (?<detail>Unexpected (?:token|identifier|reserved word|strict mode).*|Invalid or unexpected token|Use of const in strict mode.*|Block-scoped declarations.*|Invalid regular expression.*|missing \) after argument list|The requested module .*|Cannot use import statement outside a module|Unexpected end of JSON input|Unexpected string)/,
    refine: refineSyntax,
    near: [{ pattern: /^(?<file>(?:[A-Za-z]:)?[\\/][^\s:]+\.[cm]?[jt]sx?):\d+$/, before: 8 }],
    cause: "Node cannot parse {file}: {detail}.",
    steps: ["node --version"],
  },
  {
    id: "node/engine-abi",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "cause",
    keys: ["node_module_version"],
    pattern:
      /(?:was compiled against a different Node\.js version using|using) ?$|NODE_MODULE_VERSION (?<version>\d+)/,
    root: { pattern: /The module '(?<file>[^']+)'/, before: 3 },
    cause: "A compiled module was built for another Node.",
    steps: ["npm rebuild"],
  },
  {
    id: "node/openssl",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: ["err_ossl_evp_unsupported", "digital envelope routines::unsupported"],
    pattern: /error:0308010C:digital envelope routines::unsupported|(?<code>ERR_OSSL_EVP_UNSUPPORTED)/,
    near: [{ pattern: /^code: '(?<code>ERR_OSSL_EVP_UNSUPPORTED)'/, after: 20 }],
    code: "ERR_OSSL_EVP_UNSUPPORTED",
    cause: "The bundler uses a hash that OpenSSL 3 of Node 17 and later refuses.",
    steps: ["export NODE_OPTIONS=--openssl-legacy-provider", "Or upgrade webpack, or use Node 16."],
  },
  {
    id: "node/syntax",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    bonus: 9,
    keys: ["syntaxerror:"],
    pattern: /^SyntaxError: (?<detail>\S.{0,300})/,
    near: [{ pattern: /^(?:file:\/\/)?(?<file>[^\s:]{1,400}\.(?:[cm]?[jt]sx?|json)):\d{1,7}$/, before: 8 }],
    cause: "Node cannot parse {file}: {detail}. Often it is written for a newer Node.",
    steps: ["node --version"],
    refine: ({ groups, line }) => (groups["file"] !== undefined || line(1).startsWith("at ") ? {} : null),
  },
  {
    id: "node/heap",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: ["javascript heap out of memory", "allocation failed - process out of memory"],
    pattern: /FATAL ERROR: .*(?:JavaScript heap out of memory|process out of memory)/,
    cause: "Node's heap was too small.",
    steps: ["export NODE_OPTIONS=--max-old-space-size=4096"],
  },
  {
    id: "node/watchers",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: [
      "system limit for number of file watchers reached",
      "emfile: too many open files",
      "emfile, ",
      " enospc",
    ],
    pattern:
      /\bwatch (?<file>\S{1,300}) (?<errno3>ENOSPC)\b|(?<errno>ENOSPC): System limit for number of file watchers reached|(?<errno2>EMFILE):? too many open files/,
    cause: "The system's limit for watched or open files is reached.",
    steps: ["sudo sysctl -w fs.inotify.max_user_watches=524288", "ulimit -n"],
  },
  {
    id: "node/address-in-use",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: ["eaddrinuse"],
    pattern:
      /(?<errno>EADDRINUSE)(?:: address already in use)?(?::? ?(?:(?<host>[\w.-]{2,100})|[:*]{0,2}):(?<port>\d+))?/,
    cause: "Port {port} is taken.",
    steps: ["lsof -i :{port}"],
  },
  {
    id: "node/spawn-enoent",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ["enoent"],
    pattern: /(?:spawn(?:Sync)?|execvp|exec) (?<command>[^\s'"]+) (?<errno>ENOENT)/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "node/file",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -6,
    keys: ["enoent: no such file or directory", "enoent, ", "error code: enoent"],
    pattern:
      /(?<errno>ENOENT)(?:[:,] no such file or directory,? ?(?:\w+ )?|, (?:l?stat|open|unlink|mkdir|readdir|rename|chmod|utime|readlink) )\\?'(?<file>[^'\\]+)\\?'|Unable to read "(?<file2>[^"]+)" file \(Error code: (?<errno2>ENOENT)\)/,
    unless: /npm (?:WARN|warn|verb|http|sill)/,
    evenAsWarning: true,
    refine: ({ line }) =>
      /^npm warn|\bwarn(?:ing)?:? /i.test(line(0)) && !line(0).includes("Use --force") ? null : {},
    cause: "{file} is not there.",
  },
  {
    id: "node/permission",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: ["eacces", "eperm: operation not permitted", "erofs"],
    pattern:
      /(?<errno>EACCES|EPERM|EROFS)[:,] (?:permission denied|operation not permitted|read-only file system),? ?(?:(?:sym)?link \\?'[^']{1,300}' -> |\w+ )?\\?'(?<file>(?:[^'\\]|\\(?!'))+)/,
    cause: "The user may not write {file}.",
    steps: ["ls -ld {file}", "id"],
  },
  {
    id: "node/tls",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "self_signed_cert_in_chain",
      "unable_to_get_issuer_cert",
      "unable_to_verify_leaf_signature",
      "cert_has_expired",
      "self signed certificate",
      "self-signed certificate",
      "unable to get local issuer certificate",
      "err_tls_cert_altname_invalid",
      "unable to verify the first certificate",
      "certificate has expired",
      "depth_zero_self_signed_cert",
    ],
    pattern:
      /(?<code>SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)|(?:[Ee]rror|reason): ?(?<detail>self[- ]signed certificate[\w ]*|unable to get local issuer certificate|unable to verify the first certificate|certificate has expired)/,
    near: [
      { pattern: /(?:request to |GET |network )(?<url>https?:\/\/\S+)/, own: true, before: 4, after: 4 },
      {
        pattern:
          /\b(?<code>DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w{3,40}|CERT_HAS_EXPIRED)\b/,
        before: 4,
        after: 8,
      },
    ],
    // the line that gives the reason in words, before the one that gives its code alone
    refine: ({ groups }) => (groups["detail"] === undefined ? { bonus: -2 } : {}),
    cause: "The certificate of {host} could not be verified.",
    steps: ["export NODE_EXTRA_CA_CERTS=PATH"],
  },
  {
    id: "node/network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "enotfound",
      "econnrefused",
      "econnreset",
      "eai_again",
      "enetunreach",
      "ehostunreach",
      "epipe",
      "getaddrinfo enoent",
      "socket hang up",
      "err_socket_timeout",
    ],
    pattern:
      /(?:getaddrinfo (?<errno>ENOTFOUND|EAI_AGAIN|ENOENT) (?<host>[\w.-]+)(?::(?<port>\d+))?|connect (?<errno2>ECONNREFUSED|EHOSTUNREACH|ENETUNREACH) \[?(?<host2>[\w.:-]*\w)\]?:(?<port2>\d+)|read (?<errno3>ECONNRESET)|socket hang up)/,
    unless: /npm (?:WARN|warn|verb|http|sill)/,
    cause: "{host} could not be reached.",
  },
  {
    id: "node/timeout",
    error_type: "TIMEOUT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["etimedout", "esockettimedout", "err_socket_timeout", "idealtree: timing"],
    pattern:
      /(?:connect (?<errno>ETIMEDOUT) (?<host>[\w.:-]*\w):(?<port>\d+)|(?<errno2>ESOCKETTIMEDOUT|ETIMEDOUT|ERR_SOCKET_TIMEOUT))/,
    unless: /npm (?:WARN|warn|verb|http|sill)/,
    cause: "{host} did not answer in time.",
  },
  {
    id: "node/exception",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -8,
    keys: [
      "typeerror: ",
      "referenceerror: ",
      "rangeerror: ",
      "assertionerror",
      "error: ",
      "err_require_esm",
      "err_unsupported_dir_import",
      "err_package_path_not_exported",
    ],
    pattern:
      /^(?:Uncaught )?(?:Error|(?<code>(?:Type|Reference|Range|Assertion|Syntax|Eval|URI)Error))(?: \[(?<errcode>\w+)\])?: (?<detail>\S.*)/,
    refine: refineException,
    cause: "Node stopped with: {detail}",
  },
];

function refineModule({ groups }: MatchContext): Refinement {
  const name = groups["name"] ?? "";
  if (/^(?:\.{0,2}[\\/]|[A-Z]:[\\/])/i.test(name))
    return {
      error_type: "MISSING_FILE",
      entities: [{ kind: "file", value: name }],
      root_cause: "{name} is not there.",
    };
  return { entities: [{ kind: "package", value: name }] };
}

/** Only with a stack of Node's own below or a "file:line" above it is an error of this program. */
function refineSyntax({ groups, line }: MatchContext): Refinement | null {
  const detail = groups["detail"] ?? "";
  let stack = false;
  for (let offset = 1; offset <= 8; offset++)
    stack ||=
      /^at (?:Module\.|Object\.|new |async |internal|node:|vm|JSON\.parse|\S+ \(|wrapSafe|compileFunction)/.test(
        line(offset),
      );
  if (!stack && groups["file"] === undefined) return null;
  if (detail.includes("JSON")) return { error_type: "SYNTAX_OR_CONFIG" };
  return /import statement|requested module/.test(detail) ? { error_type: "SYNTAX_OR_CONFIG" } : {};
}

/** "Command failed: make -j2", "Exit code: 1. Command failed: node-gyp rebuild" */
const COMMAND_FAILED =
  /^(?:Exit code: \d{1,3}\. )?Command failed(?: with exit code \d{1,3})?: ([^\n]{1,120})$/;

function refineException({ groups, line }: MatchContext): Refinement | null {
  let stack = false;
  for (let offset = 1; offset <= 6; offset++)
    stack ||=
      /^at \S(?:[^\n\r(:\u2028\u2029]*[(:][\t\v\f \xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff])*[^\n\r(:\u2028\u2029]*[(:]\S+(?:[\t\v\f \xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff](?:[^\n\r(:\u2028\u2029]*[(:][\t\v\f \xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff])*[^\n\r(:\u2028\u2029]*[(:]\S+)*:\d+(?::\d+)?\)?$|^at (?:async )?\S+ \(/.test(
        line(offset),
      );
  if (!stack) return null;
  const failed = COMMAND_FAILED.exec(groups["detail"] ?? "")?.[1];
  if (failed !== undefined)
    return {
      error_type: "BUILD_FAILURE",
      evidence: "summary",
      entities: [{ kind: "command", value: failed.trim() }],
    };
  const errcode = groups["errcode"];
  if (errcode === "ERR_REQUIRE_ESM" || errcode === "ERR_PACKAGE_PATH_NOT_EXPORTED")
    return {
      error_type: errcode === "ERR_REQUIRE_ESM" ? "RUNTIME_VERSION_MISMATCH" : "VERSION_CONFLICT",
      code: errcode,
      bonus: 5,
    };
  const type = typeOfException(groups["code"] ?? "", groups["detail"] ?? "");
  const code = errcode ?? groups["code"] ?? null;
  if (type === undefined || type === "TEST_FAILURE") return { code };
  const entities = readFreeText(groups["detail"] ?? "").filter(({ kind }) => kind === "file");
  return { code, error_type: type, bonus: -4, entities };
}
