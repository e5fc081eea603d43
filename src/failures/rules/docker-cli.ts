import type { Rule } from "../rule.js";

/** Mistakes in what docker is asked to do; builds and pulls are in docker.ts. */
export const DOCKER_CLI_RULES: readonly Rule[] = [
  {
    id: "docker/no-such-object",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "no such container: ",
      "no such image: ",
      "no such network",
      "no such volume: ",
      "no such service: ",
    ],
    pattern: /No such (?<what>container|image|volume|service): (?<package>[^\s,]{1,200})/i,
    cause: "There is no {what} {package}.",
    steps: ["docker ps -a"],
    refine: ({ groups }) =>
      (groups["what"] ?? "").toLowerCase() === "image" ? { error_type: "VERSION_NOT_FOUND" } : {},
  },
  {
    id: "docker/port",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: [
      "invalid hostport",
      "invalid containerport",
      "invalid port specification",
      "invalid ip address in port",
      "invalid volume specification",
      "invalid reference format",
    ],
    pattern:
      /(?:invalid (?:hostPort|containerPort): |invalid port specification: "?)(?<port>[^\s"]{1,40})|invalid volume specification: '(?<file>[^']{1,200})'|invalid reference format/i,
    cause: "docker does not understand its arguments.",
  },
  {
    id: "docker/dockerfile-order",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: [
      "no build stage in current context",
      "from must be the first",
      "unknown instruction: ",
      "the dockerfile (dockerfile) cannot be empty",
      "file with no instructions",
      "the destination must be a directory and end with",
      "is not a valid repository/tag",
    ],
    pattern:
      /no build stage in current context|destination must be a directory and end with a|is not a valid repository\/tag|unknown instruction: (?<code>\S{1,60})|Dockerfile.{0,20} cannot be empty|file with no instructions/i,
    cause: "The Dockerfile is not valid: {code}.",
  },
  {
    id: "docker/mount-source",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["bind source path does not exist"],
    pattern: /bind source path does not exist: (?<file>\S{1,300}?)\.?(?:\s|$)/,
    cause: "{file}, which shall be mounted, is not there.",
  },
  {
    id: "docker/container-ended",
    error_type: "CRASH",
    stage: "run",
    evidence: "wrapper",
    bonus: -6,
    keys: ["exited with code"],
    pattern: /^(?<container>[\w.-]{1,80}[-_]\d{1,4}) exited with code (?<exit>[1-9]\d{0,2})$/,
    cause: "{container} ended with exit code {exit}; its own log says why.",
    steps: ["docker logs --tail 60 {container}"],
  },
];
