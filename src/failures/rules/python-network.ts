import type { Rule } from "../rule.js";
import { byHttpStatus } from "./http-status.js";

/** urllib, requests and sockets, wherever Python is used. */
export const PYTHON_NETWORK_RULES: readonly Rule[] = [
  {
    id: "python/connection",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    keys: [
      "connectionrefusederror",
      "[errno 111]",
      "[errno 61]",
      "[errno 104]",
      "[errno 113]",
      "[errno 101]",
      "connectionreseterror",
    ],
    pattern:
      /Connection(?:Refused|Reset)Error: \[Errno (?<errno>\d+)\]|\[Errno (?<errno2>111|61|104|113|101)\] \w+/,
    near: [{ pattern: /host='(?<host>[^']+)', port=(?<port>\d+)/, before: 10, after: 36 }],
    cause: "The connection to {host} failed.",
  },
  {
    id: "python/name-resolution",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    keys: [
      "socket.gaierror",
      "nameresolutionerror",
      "[errno -2]",
      "[errno -3]",
      "[errno 11001]",
      "getaddrinfo failed",
    ],
    pattern:
      /(?:gaierror|URLError|NameResolutionError|NewConnectionError|error).{0,300}(?:\[Errno (?<errno>-?\d+)\]|Failed to resolve|getaddrinfo failed)/,
    near: [{ pattern: /host='(?<host>[^']+)', port=(?<port>\d+)/, before: 10, after: 36 }],
    cause: "The name of {host} could not be resolved.",
  },
  {
    id: "python/read-timeout",
    error_type: "TIMEOUT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["readtimeouterror", "read timed out", "connecttimeouterror", "connect timeout=", "connecttimeout"],
    pattern:
      /(?:(?:Read|Connect)Timeout(?:Error)?|HTTPS?ConnectionPool|socket\.timeout).{0,200}(?:Read timed out|timed out|connect timeout)/,
    unless: /^WARNING: Retrying|^Retrying|^raise\b/,
    near: [{ pattern: /host='(?<host>[^']+)', port=(?<port>\d+)/, own: true }],

    cause: "{host} did not answer in time.",
  },
  {
    id: "python/max-retries",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["max retries exceeded with url"],
    pattern:
      /HTTPS?ConnectionPool\(host='(?<host>[^']+)', port=(?<port>\d+)\): Max retries exceeded with url/,
    refine: ({ line }) =>
      /ConnectTimeoutError|ReadTimeoutError/.test(line(0)) ? { error_type: "TIMEOUT" } : {},
    cause: "{host} could not be reached.",
  },
  {
    id: "python/http-error",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: ["httperror:"],
    pattern:
      /HTTPError: (?:HTTP Error )?(?<code>\d{3})(?: (?:Client|Server) Error)?: (?<detail>[^:]{1,80})(?: for url: (?<url>\S+))?/,
    refine: byHttpStatus,
    cause: "{host} answered {code}.",
  },
  {
    id: "python/tls",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    keys: ["certificate_verify_failed", "certificate verify failed", "[ssl: "],
    pattern:
      /(?:SSLError|SSLCertVerificationError|URLError|ssl\.\w+|SSL).{0,300}?(?<code>CERTIFICATE_VERIFY_FAILED|certificate verify failed|WRONG_VERSION_NUMBER|TLSV1_ALERT\w*|UNSAFE_LEGACY\w*)/i,
    near: [{ pattern: /host='(?<host>[^']+)', port=(?<port>\d+)/, before: 10, after: 36 }],
    unless: /^Could not fetch URL/,
    cause: "The TLS connection to {host} was refused: {code}.",
  },
];
