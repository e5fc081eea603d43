import { readUrl } from "../entities/notations.js";
import type { Rule } from "../rule.js";

/** curl, wget, and messages of the C library that many tools print. */
export const NETWORK_RULES: readonly Rule[] = [
  {
    id: "network/curl-http",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["the requested url returned error"],
    pattern: /(?:curl: \(22\) )?The requested URL returned error: (?<code>\d{3})/,
    unless: /PYCURL ERROR|^(?:fatal|error): unable to access|failed retrieving file|Clone succeeded/,
    near: [{ pattern: /(?<download>(?:https?|ftp):\/\/[^\s'"<>]+)/, before: 30 }],
    refine: ({ groups }) => {
      const code = groups["code"] ?? "";
      if (code === "404" || code === "410") return { error_type: "MISSING_FILE" };
      return code === "401" || code === "403" || code === "407" ? { error_type: "AUTHENTICATION" } : {};
    },
    cause: "{host} answered {code}.",
    steps: ["curl -fsSLI {download}"],
  },
  {
    id: "network/database",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    bonus: -6,
    keys: [
      "can't connect to ",
      "could not connect to redis",
      "could not translate host name",
      "could not connect to server: ",
      "connection to server ",
      "no servers available",
    ],
    pattern:
      /(?:ERROR (?<code>\d{4}) \(\w{5}\): )?Can't connect to (?:local )?\w{2,20} server (?:on|through socket) '(?<host>[^'/:]{1,100})?(?<file>\/[^']{1,200})?(?::(?<port>\d+))?'(?: \((?<errno>\d+))?|Could not connect to Redis at (?<host2>[\w.-]+):(?<port2>\d+)|could not translate host name "(?<host3>[^"]{1,100})" to address|could not connect to server: |connection to server (?:at "(?<host4>[^"]{1,100})"|on socket "(?<file2>[^"]{1,200})")/,
    near: [
      { pattern: /server running on host "(?<host5>[\w.-]{1,100})"/, own: true, after: 2 },
      {
        pattern: /connections on (?:port (?<port3>\d{1,5})|Unix domain socket "(?<file3>[^"]{1,200})")/,
        own: true,
        after: 3,
      },
    ],
    unless: /\w{1,60}Error\(/,
    cause: "The database server at {host} could not be reached.",
  },
  {
    id: "network/curl-output",
    error_type: "PERMISSION_DENIED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["failed to create the file ", "failed to open the file "],
    // the message is wrapped at the width of the terminal
    pattern: /Warning: Failed to (?:create|open) the file (?<file>\S{1,300}?):(?: (?<reason>.+))?$/,
    evenAsWarning: true,
    cause: "curl may not write {file}.",
    refine: ({ groups, line }) => {
      const reason = `${groups["reason"] ?? ""} ${line(1)}`;
      if (/No space|Disk quota/i.test(reason)) return { error_type: "RESOURCE_EXHAUSTED" };
      return /No such file|Is a directory/i.test(reason) ? { error_type: "MISSING_FILE" } : {};
    },
  },
  {
    id: "network/curl-usage",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["curl: no url specified", "curl: option ", "wget: missing url", "wget: unrecognized option"],
    pattern:
      /(?<command>curl|wget): (?:no URL specified|option (?<code>-{1,2}[\w-]{1,60})|missing URL|unrecognized option ['"‘](?<code2>-{1,2}[\w-]{1,60}))/i,
    cause: "{command} is called without what it needs.",
  },
  {
    id: "network/curl",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -1,
    keys: ["curl: ("],
    pattern:
      /curl: \((?<exit>\d+)\) (?<detail>Could(?:n't| not) resolve (?:host|proxy):? ?['"]?(?<host>[\w.-]*)|Failed to connect to (?<host2>[\w.-]+) port (?<port>\d+)|.{0,200}in connection to (?<host3>[\w.-]+):(?<port2>\d+)|.*)/,
    unless: /\(22\)/,
    near: [{ pattern: /(?<place>(?:https?|ftp):\/\/[^\s'"<>]+)/, before: 20 }],
    refine: ({ groups }) => {
      const named = groups["host"] ?? groups["host2"] ?? groups["host3"];
      const entities = named === undefined ? [...readUrl(groups["place"] ?? "")] : [];
      const code = groups["exit"] ?? "";
      if (code === "28") return { entities, error_type: "TIMEOUT" };
      if (code === "23") return { entities, error_type: "RESOURCE_EXHAUSTED" };
      if (code === "3" || code === "2") return { entities, error_type: "SYNTAX_OR_CONFIG" };
      return { entities };
    },
    cause: "The download from {host} failed: {detail}",
  },
  {
    id: "network/wget-http",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [" error 4", " error 5", "server returned error: http"],
    pattern:
      /^(?:wget: server returned error: HTTP\/[\d.]+ (?<code>\d{3})|(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )?ERROR (?<code2>[45]\d\d): (?<detail>[\w -]+))/,
    near: [{ pattern: /(?<download>(?:https?|ftp):\/\/[^\s'"<>]+)/, before: 12 }],
    refine: ({ groups }) => {
      const code = groups["code"] ?? groups["code2"] ?? "";
      if (code === "404" || code === "410") return { error_type: "MISSING_FILE", code };
      return code === "401" || code === "403" || code === "407"
        ? { error_type: "AUTHENTICATION", code }
        : { code };
    },
    cause: "{host} answered {code}.",
  },
  {
    id: "network/wget-host",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "unable to resolve host address",
      "wget: bad address",
      "unable to establish ssl connection",
      "cannot verify",
    ],
    pattern:
      /wget: (?:unable to resolve host address ['"‘](?<host>[^'"’]+)|bad address ['"](?<host2>[^'"]+))|ERROR: cannot verify (?<host3>[\w.-]+)'s certificate|Unable to establish SSL connection/,
    near: [{ pattern: /(?<url>https?:\/\/[^\s'"<>]+)/, before: 10 }],
    cause: "{host} could not be reached.",
  },
  {
    id: "network/resolve",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -6,
    keys: [
      "could not resolve host",
      "temporary failure in name resolution",
      "name or service not known",
      "no such host",
      "temporary failure resolving",
      "nodename nor servname provided",
      "could not resolve proxy",
      "unknownhostexception",
    ],
    pattern:
      /(?:[Cc]ould not resolve (?:host|proxy)(?:name)?:? ?['"]?(?<host>[\w.-]*\w)|lookup (?<host2>[\w.-]+)(?: on \S+)?: (?:no such host|server misbehaving|Temporary failure)|(?:[Ee]rror|abort|fatal|(?<host3>[\w.-]{1,200})): (?:Temporary failure in name resolution|Name or service not known|nodename nor servname provided)|Temporary failure resolving ['"](?<host4>[^'"]+)|UnknownHostException: (?<host5>[\w.-]+)|Temporary failure in name resolution|Name or service not known)/,
    cause: "The name of {host} could not be resolved.",
    steps: ["getent hosts {host}"],
  },
  {
    id: "network/refused",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    bonus: -8,
    keys: [
      "connection refused",
      "connection reset by peer",
      "network is unreachable",
      "no route to host",
      "connection was reset",
      "connection timed out",
      "i/o timeout",
      "tls handshake timeout",
      "operation timed out",
    ],
    pattern:
      /(?:(?:dial tcp|connect|to) (?<host>[\w-]{1,100}(?:\.[\w-]{1,100})+|localhost|[\w-]{1,100}(?=:\d)|\[[\da-f:]+\])(?:(?::| port )(?<port>\d{1,5}))?.{0,120})?(?<what>Connection refused|Connection reset by peer|Network is unreachable|No route to host|Connection timed out|i\/o timeout|TLS handshake timeout|Operation timed out)/i,
    unless: /^(?:warning|debug)\b|^retry|raise \w{1,60}Error\(/i,
    near: [
      { pattern: /server running on host "(?<host2>[\w.-]{1,100})"/, own: true, after: 2 },
      { pattern: /connections on port (?<port2>\d{1,5})/, own: true, after: 3 },
      { pattern: /unable to connect to (?<host3>[\w-]{1,100}(?:\.[\w-]{1,100})+)/, own: true, before: 1 },
    ],
    refine: ({ groups }) => (/time(?:d )?out/i.test(groups["what"] ?? "") ? { error_type: "TIMEOUT" } : {}),
    cause: "{host} could not be reached: {what}.",
  },
  {
    id: "network/x509",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "x509: certificate",
      "certificate problem",
      "certificate verify failed",
      "certificate signed by unknown authority",
      "ssl certificate",
      "sslv3 alert",
      "ssl_error_syscall",
      "wrong version number",
      "unable to get local issuer certificate",
      "server certificate verification failed",
      "ssl connect error",
      "gnutls_handshake() failed",
    ],
    pattern:
      /(?:x509: (?<detail>[^"\n]{1,200})|SSL certificate problem: (?<detail2>[\w -]+)|server certificate verification failed|SSL_ERROR_SYSCALL|gnutls_handshake\(\) failed|[Cc]ertificate verify failed|SSL routines?:\S*:(?<detail3>[\w -]+))/,
    near: [{ pattern: /(?<url>https:\/\/[^\s'"<>]+)/, before: 3, after: 1 }],
    bonus: -3,
    refine: ({ line }) => ({ entities: urlHost(line(0)) }),
    cause: "The certificate of {host} was not accepted.",
  },
  {
    id: "network/proxy",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "proxy authentication required",
      "received http code 407",
      "tunneling socket could not be established",
    ],
    pattern:
      /407 Proxy Authentication Required|Received HTTP code 407 from proxy|tunneling socket could not be established/,
    cause: "The proxy refuses the connection.",
    steps: ["env | grep -i proxy"],
  },
  {
    id: "network/checksum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "checksum did not match",
      "computed checksum",
      "sha256sum: warning",
      ": failed open or read",
      "hash mismatch",
      "checksum mismatch",
      "checksum failed",
      "checksums do not match",
      "sha256 mismatch",
      "md5 mismatch",
      "hash sum mismatch",
      "invalid checksum",
    ],
    pattern:
      /(?:WARNING: \d+ computed checksums? did NOT match|[Cc]hecksum (?:mismatch|failed|did not match)|[Cc]hecksums do not match|[Hh]ash [Ss]um mismatch|(?:SHA256|MD5|[Hh]ash) mismatch|^[Ii]nvalid checksum)/,
    evenAsWarning: true,
    bonus: -6,
    near: [{ pattern: /^(?<file>[\w./+-]+): FAILED$/, before: 3 }],
    cause: "What was downloaded is not what was expected.",
  },
];

function urlHost(content: string): { kind: "host"; value: string }[] {
  const host = /https?:\/\/([\w.-]+)/.exec(content)?.[1];
  return host === undefined ? [] : [{ kind: "host", value: host }];
}
