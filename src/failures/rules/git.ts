import type { Rule } from "../rule.js";

export const GIT_RULES: readonly Rule[] = [
  {
    id: "git/authentication",
    error_type: "AUTHENTICATION",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "authentication failed for",
      "could not read username for",
      "could not read password for",
      "permission denied (publickey",
      "host key verification failed",
      "invalid username or password",
      "support for password authentication was removed",
      "terminal prompts disabled",
    ],
    pattern:
      /fatal: Authentication failed for ['"](?<url>[^'"]+)|could not read (?:Username|Password) for ['"](?<url2>[^'"]+)|(?:(?<url3>[\w.@-]{1,200}): )?Permission denied \(publickey|Host key verification failed|Support for password authentication was removed/,
    near: [{ pattern: /(?:git@|https?:\/\/|ssh:\/\/git@)(?<url4>[\w.-]+)[:/]/, before: 6 }],
    cause: "{host} wants credentials that are not there or not right.",
    steps: ["git ls-remote URL", "ssh -T git@{host}"],
  },
  {
    id: "git/not-found",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "repository not found",
      "does not appear to be a git repository",
      "remote: not found",
      "not found\n",
    ],
    pattern:
      /(?:ERROR: Repository not found|fatal: repository ['"](?<url>[^'"]+)['"] (?:not found|does not exist)|['"](?<file>[^'"]+)['"] does not appear to be a git repository|remote: Repository not found)/,
    near: [{ pattern: /(?:git@|https?:\/\/|ssh:\/\/git@)(?<url2>[\w.-]+)[:/]/, before: 6, after: 6 }],
    refine: ({ line }) => (line(0).includes("Repository not found") ? { error_type: "AUTHENTICATION" } : {}),
    cause: "The repository is not there, or not for this user.",
  },
  {
    id: "git/ref-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "did not match any file(s) known to git",
      "couldn't find remote ref",
      "remote branch",
      "reference is not a tree",
      "not our ref",
      "unadvertised object",
    ],
    pattern:
      /pathspec ['"](?<version>[^'"]+)['"] did not match any file\(s\) known to git|[Cc]ouldn't find remote ref (?<version2>\S+)|Remote branch (?<version3>\S+) not found in upstream|reference is not a tree: (?<version4>\w+)|not our ref (?<version5>\w+)|unadvertised object (?<version6>\w+)/,
    cause: "The repository has no {version}.",
    steps: ["git ls-remote origin"],
  },
  {
    id: "git/unsafe-directory",
    error_type: "PERMISSION_DENIED",
    stage: "package_manager",
    evidence: "cause",
    keys: ["unsafe repository (", "detected dubious ownership in repository"],
    pattern:
      /unsafe repository \(['"](?<file>[^'"]+)['"] is owned by someone else\)|detected dubious ownership in repository at ['"](?<file2>[^'"]+)/,
    near: [{ pattern: /^(?<command>git config --global --add safe\.directory \S+)/, after: 6 }],
    cause: "git does not trust {file}, which belongs to another user.",
    steps: ["git config --global --add safe.directory {file}"],
  },
  {
    id: "git/transfer",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "rpc failed",
      "early eof",
      "the remote end hung up unexpectedly",
      "unable to access",
      "could not read from remote repository",
      "index-pack failed",
    ],
    pattern:
      /RPC failed; (?:result=\d+, HTTP code = (?<code>\d{3})|HTTP (?<code2>\d{3})|curl (?<code3>\d+))|fatal: unable to access ['"](?<url>[^'"]+)['"]: (?<detail>.+)|fatal: early EOF|fatal: (?:T|t)he remote end hung up unexpectedly/,
    near: [
      {
        pattern: /(?:https?:\/\/|git@)(?<around>[\w-]+\.[\w.-]+)[:/]/,
        before: 12,
        after: 4,
      },
    ],
    bonus: -1,
    refine: ({ groups }) => {
      const detail = groups["detail"] ?? "";
      // the address of the line itself is the one
      const around = groups["url"] === undefined ? groups["around"] : undefined;
      const entities = around === undefined ? [] : [{ kind: "host" as const, value: around }];
      if (/40[13]/.test(detail)) return { error_type: "AUTHENTICATION", entities };
      if (detail.includes("error: 404")) return { error_type: "MISSING_FILE", entities };
      return /timed out/i.test(detail) ? { error_type: "TIMEOUT", entities } : { entities };
    },
    cause: "The transfer from {host} broke off.",
    steps: ["git config --global http.postBuffer 524288000", "git clone --depth 1 URL"],
  },
  {
    id: "git/not-a-repository",
    error_type: "MISSING_FILE",
    stage: "configure",
    // build scripts ask git for a version and go on without one
    evidence: "error",
    bonus: -22,
    keys: ["not a git repository"],
    pattern: /fatal: not a git repository(?: \(or any [^()]+\): (?<file>\S+))?/i,
    cause: "The folder is not a git repository.",
  },
  {
    id: "git/destination",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "error",
    keys: ["already exists and is not an empty directory"],
    pattern: /destination path ['"](?<file>[^'"]{1,200})['"] already exists and is not an empty directory/,
    cause: "There is something in {file} already.",
  },
  {
    id: "git/submodule",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "summary",
    bonus: 8,
    keys: [
      "no url found for submodule",
      "no submodule mapping found",
      "clone of '",
      "unable to checkout",
      "unable to find current revision in submodule",
    ],
    pattern:
      /No url found for submodule path ['"](?<file>[^'"]+)|no submodule mapping found in \.gitmodules for path ['"](?<file2>[^'"]+)|Clone of ['"](?<url>[^'"]+)['"] into submodule path ['"](?<file3>[^'"]+)['"] failed/i,
    cause: "The submodule {file} could not be fetched.",
  },
  {
    id: "git/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "would be overwritten by",
      "automatic merge failed",
      "merge conflict in",
      "patch does not apply",
      "patch failed:",
      "refusing to merge unrelated",
    ],
    pattern:
      /(?:Your local changes to the following files would be overwritten|Merge conflict in (?<file>\S+)|error: patch failed: (?<file2>[^\s:]+)|error: (?<file3>\S+): patch does not apply)/i,
    cause: "Changes to {file} do not fit together.",
  },
  {
    id: "git/index-lock",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "package_manager",
    evidence: "cause",
    keys: ["index.lock': file exists", "another git process seems to be running"],
    pattern: /Unable to create ['"](?<file>[^'"]+\.lock)['"]: File exists/,
    cause: "Another git process holds {file}.",
  },
  {
    id: "git/path-too-long",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["filename too long", "invalid path '"],
    pattern:
      /(?:unable to create file |error: |cannot create directory at )['"]?(?<file>[^'":]+)['"]?: Filename too long|error: invalid path ['"](?<file2>[^'"]+)/,
    cause: "The file system does not allow the name {file}.",
    steps: ["git config --global core.longpaths true"],
  },
  {
    id: "git/push-refused",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: [
      "repository rule violations",
      "protected branch",
      "pre-receive hook declined",
      "[rejected]",
      "[remote rejected]",
    ],
    pattern:
      /error: (?<code>GH\d{3}): |protected branch hook declined|pre-receive hook declined|push declined due to|! \[rejected\] .{1,200}\((?<reason>fetch first|non-fast-forward)\)/,
    cause: "The server does not take what is pushed.",
    refine: ({ groups }) => (groups["reason"] === undefined ? {} : { error_type: "VERSION_CONFLICT" }),
  },
  {
    id: "git/lfs",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["smudge filter lfs failed", "over its data quota", "git-lfs"],
    pattern:
      /(?<file>\S{1,200}): smudge filter lfs failed|is over its data quota|git(?:-|: ')lfs'? (?:was not found|is not a git command)/,
    cause: "Large files of the repository could not be fetched.",
    steps: ["git lfs install"],
  },
];
