import type { Rule } from "../rule.js";

export const SSH_RULES: readonly Rule[] = [
  {
    id: "ssh/connect",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    keys: ["ssh: connect to host", "ssh: could not resolve hostname"],
    pattern:
      /ssh: (?:connect to host (?<host>[\w.:-]{1,200}) port (?<port>\d{1,5}): (?<message>.{1,100})|Could not resolve hostname (?<host2>[\w.-]{1,200}))/,
    cause: "ssh could not reach {host}: {message}",
    refine: ({ groups }) => (/timed out/i.test(groups["message"] ?? "") ? { error_type: "TIMEOUT" } : {}),
  },
  {
    id: "ssh/bad-modes",
    ecosystem: "network",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    keys: ["bad ownership or modes for", "unprotected private key file", "are too open"],
    pattern:
      /bad ownership or modes for (?:directory|file) (?<file>\S{1,300})|Permissions \d{3,4} for '(?<file2>[^']{1,300})' are too open/,
    cause: "ssh does not trust {file}, which others may change or read.",
    steps: ["chmod go-rwx {file}"],
  },
  {
    id: "ssh/host-key",
    ecosystem: "network",
    error_type: "AUTHENTICATION",
    stage: "run",
    evidence: "cause",
    keys: [
      "host key verification failed",
      "remote host identification has changed",
      "permission denied (publickey",
    ],
    pattern:
      /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED|(?:[\w.-]{1,80}@(?<host>[\w.-]{1,200}): )?Permission denied \(publickey/,
    cause: "ssh does not trust the host, or the host does not know the key.",
  },
  {
    id: "wget/certificate",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is not trusted", "cannot verify ", "doesn't have a known issuer"],
    pattern:
      /(?:The certificate of ['‘"](?<host>[\w.-]{1,200})['’"] (?:is not trusted|doesn't have a known issuer|has expired)|cannot verify (?<host2>[\w.-]{1,200})'s certificate)/,
    cause: "The certificate of {host} is not trusted.",
  },
];
