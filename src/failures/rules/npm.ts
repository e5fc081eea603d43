import type { ErrorType } from "../failure-case.js";
import type { Near, Rule } from "../rule.js";
import { NPM, NPM_LINE } from "./npm-prefix.js";

const SPEC =
  /['"`]?(?<npm_spec>@?[\w.~-]+(?:\/[\w.~-]+)?(?:@[^\s'"`]*[^\s'"`.](?: (?:\|\| )?[<>=^~*\d][^\s'"`]*)*)?)['"`]?/
    .source;

/** The code stands above (npm 7 and later) or below (npm 2) the message. */
const CODE: Near = { pattern: new RegExp(`${NPM}code (?<code>E[A-Z0-9]+)`), before: 40, after: 12 };

/** What a code says where nothing else of npm's report is left. */
const TYPE_BY_CODE: readonly (readonly [RegExp, ErrorType])[] = [
  [/^(?:E404|ETARGET|ENOVERSIONS)$/, "VERSION_NOT_FOUND"],
  [/^(?:E401|E403|ENEEDAUTH|EOTP|EAUTH)/, "AUTHENTICATION"],
  [/^(?:EACCES|EPERM|EROFS)$/, "PERMISSION_DENIED"],
  [/^(?:E5\d\d|E429|ENOTFOUND|EAI_AGAIN|ECONN\w+|EHOST\w+|ENETUNREACH|\w*_CERT\w*|ERR_SOCKET\w*)/, "NETWORK"],
  [/TIMEDOUT|TIMEOUT/, "TIMEOUT"],
  [/^EINTEGRITY$/, "CHECKSUM_MISMATCH"],
  [/^(?:ERESOLVE|EPEERINVALID|ECONFLICT)$/, "VERSION_CONFLICT"],
  [/^(?:EBADENGINE|ENOTSUP)$/, "RUNTIME_VERSION_MISMATCH"],
  [/^EBADPLATFORM$/, "PLATFORM_UNSUPPORTED"],
  [/^(?:ENOSPC|EMFILE|ENOMEM)$/, "RESOURCE_EXHAUSTED"],
  [/^(?:ENOENT|ENOTDIR|ENOLOCK)$/, "MISSING_FILE"],
  [/^(?:EJSONPARSE|EUSAGE|EINVAL\w*|ECYCLE|EDUPLICATEWORKSPACE)$/, "SYNTAX_OR_CONFIG"],
  [/^ELIFECYCLE$/, "BUILD_FAILURE"],
];

export const NPM_RULES: readonly Rule[] = [
  {
    id: "npm/e404",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "is not in the npm registry",
      "is not in this registry",
      "could not be found or you do not have permission",
    ],
    pattern: new RegExp(
      `${NPM}(?:code )?E?404 {1,3}(?:Not Found: |Registry returned 404 for GET on \\S{1,200} - )?${SPEC} (?:is not in|could not be found)`,
    ),
    near: [CODE],
    code: "E404",
    cause: "{package} is not in the registry that npm asks.",
    steps: ["npm view {package} versions", "npm config get registry"],
  },
  {
    id: "npm/etarget",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no matching version found for"],
    pattern: new RegExp(`No matching version found for ${SPEC}\\.?$`),
    near: [CODE],
    cause: "{package} has no published version that satisfies what is asked for.",
    steps: ["npm view {package} versions"],
  },
  {
    id: "npm/eresolve",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not resolve dependency",
      "conflicting peer dependency",
      "unable to resolve dependency tree",
    ],
    pattern: new RegExp(`${NPM}(?<word>Could not resolve dependency:|Conflicting peer dependency: )`),
    near: [
      CODE,
      {
        pattern:
          /npm (?:ERR!|error) (?:dev |optional )?peer(?:Optional)? (?<package>@?[\w./-]+)@"(?<constraint>[^"]+)" from (?<conflicts_with>@?[\w./-]+)@/,
        after: 3,
      },
      {
        pattern: new RegExp(`${NPM}(?:dev |optional )?peer ${SPEC} from (?<conflicts_with>@?[\\w./-]+)@`),
        after: 3,
      },
      { pattern: new RegExp(`${NPM}Found: (?<npm_spec2>@?[\\w./-]+@(?!undefined)\\S+)`), before: 40 },
    ],
    // the line below the heading says who asks for what
    root: {
      pattern: new RegExp(
        `${NPM}(?:dev |optional )?peer(?:Optional)? @?[\\w./-]+@".{1,80}" from @?[\\w./-]+@`,
      ),
      after: 1,
    },
    cause: "{conflicts_with} asks for {package} in a version that another dependency rules out.",
    steps: ["npm ls {package}", "npm install --legacy-peer-deps"],
  },
  {
    id: "npm/peerinvalid",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["does not satisfy its siblings' peerdependencies requirements"],
    pattern:
      /The package (?<npm_spec>@?[\w./-]+(?:@[\w.+-]+)?) does not satisfy its siblings' peerDependencies requirements/,
    near: [
      CODE,
      { pattern: /Peer (?<conflicts_with>@?[\w./-]+)@\S+ wants (?<npm_spec2>@?[\w./-]+@\S.*)$/, after: 8 },
    ],
    code: "EPEERINVALID",
    cause: "The installed {package} does not satisfy the peer dependency of {conflicts_with}.",
    steps: ["npm ls {package}"],
  },
  {
    id: "npm/integrity",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["integrity checksum failed when using"],
    pattern: /[Ii]ntegrity checksum failed when using (?<detail>\w+): wanted/,
    near: [
      CODE,
      {
        pattern: /Verification failed (?:while|when) extracting (?<npm_spec>[^\s:]+)/,
        before: 10,
        after: 10,
      },
    ],
    code: "EINTEGRITY",
    cause: "The downloaded package is not the one in the lock file.",
    steps: ["npm cache clean --force", "npm install"],
  },
  {
    id: "npm/platform",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["unsupported platform for", "not compatible with your operating system or architecture"],
    pattern: new RegExp(
      `(?:Unsupported platform for ${SPEC}: wanted|Not compatible with your operating system or architecture: (?<npm_spec2>\\S+))`,
    ),
    near: [CODE],
    code: "EBADPLATFORM",
    cause: "{package} does not support this system or architecture.",
  },
  {
    id: "npm/engine",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["unsupported engine for", "not compatible with your version of node/npm"],
    pattern: new RegExp(
      `(?:Unsupported engine for ${SPEC}: wanted: \\{"node":"(?<constraint>[^"]+)"|Not compatible with your version of node/npm: (?<npm_spec2>\\S+))`,
    ),
    near: [
      CODE,
      { pattern: /Required:\s+\{"?(?<language_runtime>node)"?:"(?<constraint>[^"]+)"/, after: 3 },
      { pattern: /Actual:\s+\{.*node"?:"(?<version>[^"]+)"/, after: 4 },
    ],
    code: "EBADENGINE",
    cause: "{package} needs Node {constraint}.",
    steps: ["node --version", "Use a Node that satisfies {constraint}."],
  },
  {
    id: "npm/permission",
    error_type: "PERMISSION_DENIED",
    stage: "package_manager",
    evidence: "cause",
    keys: [
      "npm err! error: eacces",
      "npm error error: eacces",
      "npm err! error: eperm",
      "npm error error: eperm",
    ],
    pattern: new RegExp(
      `${NPM}Error: (?<errno>EACCES|EPERM): [\\w ]+, (?<operation>\\w+) '(?:(?<=link ')[^']{1,300}' -> ')?(?<file>[^']+)'`,
    ),
    cause: "npm may not {operation} {file}.",
    steps: ["ls -ld {file}", "npm config get prefix"],
  },
  {
    id: "npm/missing-script",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["missing script:"],
    pattern: new RegExp(`${NPM}[Mm]issing script: ["']?(?<code>[\\w:.-]+)`),
    cause: "package.json has no script {code}.",
    steps: ["npm run"],
  },
  {
    id: "npm/package-json",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["failed to parse json", "ejsonparse", "package.json must be actual json"],
    pattern: /code (?<code>EJSONPARSE)|Failed to parse json|package\.json must be actual JSON/i,
    near: [
      {
        pattern: new RegExp(`${NPM_LINE}(?:file|path) (?<file>\\S.{0,300})`),
        before: 2,
        after: 3,
      },
    ],
    code: "EJSONPARSE",
    cause: "package.json is not valid JSON.",
  },
  {
    id: "npm/no-package-json",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not read package.json", "enoent: no such file or directory, open"],
    pattern: new RegExp(
      `${NPM}.*(?<errno>ENOENT): no such file or directory, open '(?<file>[^']*package\\.json)'`,
    ),
    code: "ENOENT",
    cause: "There is no package.json where npm was run.",
  },
  {
    id: "npm/lifecycle",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: [
      "npm err! code elifecycle",
      "npm error code elifecycle",
      "npm err! failed at the",
      "npm err! path ",
      "npm error path ",
    ],
    pattern: new RegExp(
      `${NPM}(?:code (?<code>ELIFECYCLE)|Failed at the (?:(?<npm_spec>\\S+) (?<script>install|preinstall|postinstall|prepare)|(?<detail>\\S+ \\S+)) script)`,
    ),
    offers: ["package", "version"],
    cause: "A script of {package} failed.",
    // the line that names the script tells more than the code
    refine: ({ groups }) => (groups["code"] === undefined ? {} : { bonus: -1 }),
  },
  {
    id: "npm/code",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "wrapper",
    bonus: -5,
    keys: ["npm err! code", "npm error code"],
    pattern: new RegExp(`${NPM}code (?<code>[A-Z][A-Z0-9_]+)`),
    // "npm ERR! ERESOLVE unable to resolve dependency tree" says what the code means
    root: { pattern: new RegExp(`${NPM}E[A-Z]{3,20} [a-z]\\S{0,40} \\S`), after: 2 },
    near: [{ pattern: new RegExp(`${NPM}Found: (?<npm_spec>@?[\\w./-]+@(?!undefined)\\S+)`), after: 8 }],
    refine: ({ groups }) => {
      const code = groups["code"] ?? "";
      const type = TYPE_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
      return type === undefined ? { code } : { code, error_type: type };
    },
    cause: "npm stopped with {code}.",
  },
  {
    id: "npm/running-script",
    error_type: "OTHER",
    stage: "build",
    evidence: "context",
    keys: ["> "],
    pattern: /^(?:> )?(?<npm_spec>@?[\w.~-]+(?:\/[\w.~-]+)?@\d[\w.+-]*) (?<script>[\w:.-]+) \S*node_modules/,
  },
];
