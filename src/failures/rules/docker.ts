import type { Rule } from "../rule.js";

const IMAGE = /['"`]?(?<image>[a-z0-9][\w.-]*(?::\d{2,5})?(?:\/[\w.-]+){0,5}(?::[\w.-]+)?)['"`]?/.source;

export const DOCKER_RULES: readonly Rule[] = [
  {
    id: "docker/image-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "manifest for",
      "manifest unknown",
      "repository does not exist or may require",
      "not found: manifest",
      "image ",
      "pull access denied",
      "does not exist or no pull access",
      "docker.io/",
    ],
    pattern: new RegExp(
      `[Mm]anifest for ${IMAGE} not found|pull access denied for ${IMAGE.replace("<image>", "<image2>")}|[Ii]mage ${IMAGE.replace("<image>", "<image3>")} not found|repository ${IMAGE.replace("<image>", "<image4>")} not found: does not exist|^(?:ERROR: )?(?:failed to solve(?: with frontend \\S{1,60}: failed to create LLB definition)?: )?${IMAGE.replace("<image>", "<image5>")}: (?:\\S{1,200}: )?(?:not found$|failed to resolve source metadata)|manifest unknown`,
    ),
    near: [{ pattern: /^(?:Step \d+\/\d+ : )?FROM (?<image6>\S+)/, before: 6 }],
    cause: "The registry has no image {package} with this tag, or not for this user.",
    steps: ["docker manifest inspect {package}:{version}"],
  },
  {
    id: "docker/no-platform",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "no matching manifest for",
      "no match for platform in manifest",
      "exec format error",
      "does not match the specified platform",
      "does not match the detected host platform",
    ],
    pattern:
      /no matching manifest for (?<code>[\w/]+)|no match for platform in manifest|(?:standard_init_linux\.go:\d+: )?exec (?:user process caused[: ]+"?|(?<file>[\w./-]{1,200}): )exec format error/,
    near: [
      { pattern: /^(?:Step \d+(?:\/\d+)? : )?FROM (?:--platform=\S+ )?(?<image>[a-z]\S+)/, before: 8 },
      { pattern: /docker (?:pull|run) (?:\S+ )*?(?<image2>[a-z][\w./-]+(?::[\w.-]+)?)$/, before: 6 },
    ],
    cause: "The image was not built for this architecture.",
    steps: ["docker run --platform linux/amd64 {package}"],
  },
  {
    id: "docker/copy-missing",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: [
      "copy failed:",
      "add failed:",
      "failed to compute cache key",
      "failed to calculate checksum of ref",
    ],
    pattern:
      /(?:COPY|ADD) failed: (?:file not found in build context or excluded by \.dockerignore: )?l?stat (?<file>[^\s:]{1,300})|failed to (?:compute cache key|calculate checksum of ref \S+?): (?:failed to (?:calculate checksum of ref \S+?|walk \S+): )?"?(?<file2>[^\s":]+)"?: not found/,
    cause: "{file} is not in the build context.",
    steps: ["ls -l {file}", "cat .dockerignore"],
    refine: ({ groups }) => {
      // below the daemon's own folder lies the build context, or an earlier stage
      const inner = /^\/var\/lib\/docker\/(?:tmp\/docker-builder\d+|overlay2\/\w+\/merged)\/(.+)$/.exec(
        groups["file"] ?? "",
      )?.[1];
      return inner === undefined
        ? {}
        : {
            root_cause: `${inner} is not in the build context, or not in the stage that it is copied from.`,
            steps: [`ls -l ${inner}`, "cat .dockerignore"],
          };
    },
  },
  {
    id: "docker/copy-nothing",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -1,
    keys: ["no source files were specified", "forbidden path outside the build context"],
    pattern: /no source files were specified|[Ff]orbidden path outside the build context: (?<file>\S{1,200})/,
    near: [{ pattern: /^Step \d+(?:\/\d+)? : (?:COPY|ADD) (?<file2>\S{1,200}) /, before: 2 }],
    cause: "{file} matches nothing in the build context.",
    steps: ["cat .dockerignore"],
  },
  {
    id: "docker/add-download",
    error_type: "NETWORK",
    stage: "build",
    evidence: "cause",
    bonus: 2,
    keys: ["failed to get http"],
    pattern: /ADD failed: failed to GET (?<download>\S+) with status (?<code>\d{3})/,
    refine: ({ groups }) => (groups["code"] === "404" ? { error_type: "MISSING_FILE" } : {}),
    cause: "{host} answered {code}.",
  },
  {
    id: "docker/daemon",
    error_type: "NETWORK",
    stage: "toolchain",
    evidence: "cause",
    keys: ["cannot connect to the docker daemon", "is the docker daemon running", "error during connect"],
    pattern:
      /Cannot connect to the Docker daemon at (?:unix:\/\/)?(?<file>\S+?)\.? Is|Cannot connect to the Docker daemon|error during connect: .*docker/i,
    cause: "The Docker daemon does not run, or not where the client looks.",
    steps: ["docker info", "systemctl status docker"],
  },
  {
    id: "docker/daemon-permission",
    error_type: "PERMISSION_DENIED",
    stage: "toolchain",
    evidence: "cause",
    bonus: 3,
    keys: [
      "permission denied while trying to connect to the docker daemon",
      "dial unix /var/run/docker.sock: connect: permission denied",
    ],
    pattern:
      /permission denied while trying to connect to the [Dd]ocker (?:daemon socket|API) at (?:unix:\/\/(?<file2>[^\s:]+)|(?<url>\S+))|dial unix (?<file>\S+): connect: permission denied/,
    cause: "The user may not use the Docker socket.",
    steps: ["sudo usermod -aG docker $USER"],
  },
  {
    id: "docker/exec-denied",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    bonus: -1,
    keys: ["permission denied"],
    pattern: /exec: \\?"(?<file>[^"\\]{1,200})\\?": permission denied/,
    cause: "{file} in the container may not be executed.",
    steps: ["chmod +x {file}"],
  },
  {
    id: "docker/entrypoint",
    error_type: "COMMAND_NOT_FOUND",
    stage: "run",
    evidence: "cause",
    keys: ["oci runtime create failed", "executable file not found in $path", 'exec: "'],
    pattern:
      /exec: \\?"?(?<command>[^":\\]+)\\?"?: (?:executable file not found in \$PATH|stat (?<file>[^\s:]+): no such file or directory)/,
    near: [],
    cause: "The container has no {command}.",
  },
  {
    id: "docker/entrypoint-permission",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    keys: ["permission denied: unknown", "caused: permission denied", 'caused "permission denied"'],
    pattern: /exec: "?(?<file>[^":]+)"?: permission denied/,
    cause: "{file} in the container is not executable.",
    steps: ["chmod +x {file}"],
  },
  {
    id: "docker/exec-missing",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["exec user process caused", "exec /", "exec ./"],
    pattern:
      /exec user process caused:? "?no such file or directory|(?:^|\| )exec (?<file>\.?\/\S{1,200}): no such file or directory/,
    cause: "The container's entry point is not there, or the interpreter in its first line is not.",
    steps: [
      "See with `head -1` and `cat -A` how the entry point begins: where the line ends with ^M, it has Windows line ends (check it out with LF: `git config core.autocrlf input`); else name a shell that the image holds.",
    ],
  },
  {
    id: "docker/port-taken",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: ["port is already allocated", "address already in use"],
    pattern:
      /Bind for (?<host>[\d.]+):(?<port>\d+) failed: port is already allocated|listen tcp\d? (?<host2>[\w.*]{0,60}|\[[\da-f:]{1,40}\]):(?<port2>\d+): bind: address already in use|[Aa]ddress already in use(?: - (?:bind\(2\) )?(?:for )?"?(?<host3>[\w.:]{1,60}?)"?(?: port |:)(?<port3>\d+))?(?: \(Errno::(?<errno>EADDRINUSE)\))?/,
    cause: "Port {port} is taken.",
    steps: ["ss -ltnp | grep {port}"],
  },
  {
    id: "docker/name-taken",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "cause",
    keys: ["is already in use by container"],
    pattern: /The container name "(?<package>[^"]+)" is already in use/,
    cause: "There is already a container called {package}.",
    steps: ["docker rm {package}"],
  },
  {
    id: "docker/rate-limit",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "toolchain",
    evidence: "cause",
    keys: ["toomanyrequests:", "you have reached your pull rate limit"],
    pattern: /(?<code>toomanyrequests)|reached your (?:unauthenticated )?pull rate limit/i,
    cause: "The registry limits how much may be pulled.",
    steps: ["docker login"],
  },
  {
    id: "docker/login",
    error_type: "AUTHENTICATION",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "unauthorized: ",
      "no basic auth credentials",
      "denied: requested access to the resource",
      "401 unauthorized",
    ],
    pattern:
      /(?:unauthorized: (?<detail>[\w -]+)|no basic auth credentials|denied: requested access to the resource is denied|unexpected status.*401 Unauthorized)/,
    cause: "The registry wants other credentials.",
    steps: ["docker login"],
  },
  {
    id: "docker/dockerfile",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: [
      "dockerfile parse error",
      "unknown instruction:",
      "failed to read dockerfile",
      "unable to evaluate symlinks in dockerfile",
      "invalid reference format",
      "unsupported config option",
      "the compose file",
    ],
    pattern:
      /[Dd]ockerfile parse error(?: on)? line \d+: (?<detail>unknown instruction: (?<code2>\S+)|.+)|unknown instruction: (?<code>\S+)|invalid reference format|(?:failed to read dockerfile: open|unable to evaluate symlinks in Dockerfile path: lstat) (?<file>[^\s:]+)|The Compose file ['"]?(?<file2>[^'"\s]+)['"]? is invalid|Unsupported config option/,
    refine: ({ groups }) => (groups["file"] === undefined ? {} : { error_type: "MISSING_FILE" }),
    cause: "The Dockerfile or compose file is not valid.",
  },
  {
    id: "docker/needs-buildkit",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["option requires buildkit", "unknown flag: "],
    pattern:
      /the (?<code>--[\w-]{1,30}) option requires BuildKit|Dockerfile parse error.{0,20}: Unknown flag: (?<code2>\w{1,30})/i,
    cause: "This docker builds without BuildKit, which {code} needs.",
    steps: ["export DOCKER_BUILDKIT=1"],
  },
  {
    id: "docker/run-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["returned a non-zero code", "did not complete successfully: exit code", "executor failed running"],
    pattern:
      /The command ['"]?(?<detail>.{1,800}?)['"]? returned a non-zero code: (?<exit>\d+)|process "(?<detail2>.+)" did not complete successfully: exit code: (?<exit2>\d+)|executor failed running \[(?<detail3>.{1,600})\]: exit code: (?<exit3>\d+)/,
    refine: ({ groups }) => {
      const exit = groups["exit"] ?? groups["exit2"] ?? groups["exit3"];
      if (exit === "137") return { error_type: "RESOURCE_EXHAUSTED" };
      return exit === "127" ? { error_type: "COMMAND_NOT_FOUND" } : {};
    },
    cause: "A command of the Dockerfile failed: {detail}",
  },
];
