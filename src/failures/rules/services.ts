import type { Rule } from "../rule.js";

/** Servers and browsers that do not start, or that turn a client away. */
export const SERVICE_RULES: readonly Rule[] = [
  {
    id: "nginx/configuration",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: ["[emerg]"],
    pattern:
      /\[emerg\](?: \d+#\d+:)? (?<message>(?:unknown|invalid|duplicate) (?:directive|parameter|variable|location|upstream) "(?<code>[^"]{1,80})"|host not found in (?:upstream )?"(?<host>[^"]{1,120})"|bind\(\) to (?<address>\S{1,60}):(?<port>\d{1,5}) failed|.{1,300}?)(?: in (?<file>\/\S{1,200}):\d+| \(\d+: .{1,80}\)|$)/,
    cause: "nginx does not start: {message}",
    refine: ({ groups, line }) => {
      const text = line(0);
      if (groups["port"] !== undefined)
        return {
          error_type: text.includes("Permission denied") ? "PERMISSION_DENIED" : "RESOURCE_EXHAUSTED",
        };
      if (groups["host"] !== undefined) return { error_type: "NETWORK" };
      return text.includes("No such file") ? { error_type: "MISSING_FILE" } : {};
    },
  },
  {
    id: "apache/configuration",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: ["invalid command '", "syntax error on line ", "error: module ", "error: site "],
    pattern:
      /^Invalid command '(?<code>[^']{1,80})', perhaps misspelled|ERROR: (?:Module|Site|Conf) (?<file2>\S{1,80}) does not exist!/,
    near: [{ pattern: /Syntax error on line \d+ of (?<file>\/[^\s:]{1,200})/, before: 1 }],
    cause: "Apache does not accept its configuration.",
    refine: ({ groups }) => (groups["file2"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "database/access",
    error_type: "AUTHENTICATION",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: [
      "access denied for user",
      "password authentication failed for",
      "no pg_hba.conf entry",
      "noauth authentication required",
      'role "',
    ],
    pattern:
      /(?:ERROR (?<code>\d{4}) \(\w{5}\): )?Access denied for user '(?<user>[^']{0,60})'@'(?<host>[^']{1,100})'|(?:password|peer|Ident) authentication failed for user "(?<user2>[^"]{1,60})"|no pg_hba\.conf entry for host "(?<host2>[^"]{1,100})"|NOAUTH Authentication required|FATAL: {1,3}role "(?<user3>[^"]{1,60})" does not exist/i,
    cause: "The database does not let the user in.",
  },
  {
    id: "database/missing",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ['database "', "unknown database '", "no such table", 'relation "'],
    pattern:
      /(?:FATAL|ERROR): {1,3}(?:database|relation) "(?<code>[^"]{1,80})" does not exist|Unknown database '(?<code2>[^']{1,80})'|no such table: (?<code3>[\w.]{1,80})/,
    cause: "The database has no {code}.",
  },
  {
    id: "database/locked",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "database is locked",
      "cannot obtain a lock on",
      "is probably already running",
      "another instance is already running",
    ],
    pattern:
      /[Dd]atabase is locked|[Cc]annot obtain a lock on (?:data )?directory (?<file>\S{1,200}?)\.(?:\s|$)|[Aa]nother instance is already running/,
    cause: "Another process holds what this one needs.",
  },
  {
    id: "browser/sandbox",
    ecosystem: "node",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    keys: ["no usable sandbox", "suid sandbox helper", "without --no-sandbox is not supported"],
    pattern:
      /No usable sandbox!|SUID sandbox helper binary|[Rr]unning as root without (?<code>--no-sandbox) is not supported/,
    cause: "The browser may not set up its sandbox here.",
  },
  {
    id: "browser/driver",
    ecosystem: "python",
    error_type: "COMMAND_NOT_FOUND",
    stage: "run",
    evidence: "cause",
    keys: ["executable needs to be in path"],
    pattern: /'(?<command>[\w.-]{1,40})' executable needs to be in PATH/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "kubernetes/pull",
    error_type: "VERSION_NOT_FOUND",
    stage: "run",
    evidence: "cause",
    keys: ['failed to pull image "', "errimagepull", "imagepullbackoff"],
    pattern: /[Ff]ailed to pull image "(?<image>[^"]{1,200})"(?:: (?<message>.{1,400}))?/,
    cause: "The image {package} could not be pulled: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/unauthorized|denied|authentication/i.test(message)) return { error_type: "AUTHENTICATION" };
      return /timeout|dial tcp|no such host|connection/i.test(message) ? { error_type: "NETWORK" } : {};
    },
  },
];
