import { inFolder } from "../ecosystems/ecosystem.js";
import type { SetupStep, Way } from "../setup.js";
import { isPython, way, type Pit, type Surroundings } from "./pit.js";
import { pinsOfRequirements, requirementsOf } from "./requirements.js";

/** A pinned package leans on another one that has moved on since, because nothing holds that one back. */
export const movedDependency: Pit = {
  id: "moved-dependency",
  ways: ["moved-dependency"],
  error_types: [
    "CRASH",
    "TEST_FAILURE",
    "MISSING_PACKAGE",
    "BUILD_FAILURE",
    "VERSION_CONFLICT",
    "OTHER",
    "SYNTAX_OR_CONFIG",
  ],
  react({ step, output }) {
    if (step.ecosystem !== "pip" || step.goal === "install") return [];
    const module =
      /cannot import name '\w+' from '(\w+)/.exec(output)?.[1] ??
      /module '(\w+)(?:\.[\w.]+)?' has no attribute/.exec(output)?.[1] ??
      whoSaysGone(output);
    if (module === undefined) return [];
    const current = `.venv/bin/pip show {package} | sed -n 's/^Version: \\([0-9]*\\).*/\\1/p'`;
    return [
      way("moved-dependency", {
        kind: "insert_step",
        template: [`.venv/bin/pip install "{package}<$(${current})"`],
        slots: { package: module },
        why: `${module} no longer has what is imported from it: the major version before may.`,
        probability: 0.7,
        risk: 0.1,
      }),
    ];
  },
  async foresee({ files, lookups }, step) {
    if (step.id !== "pip/requirements") return [];
    const pinned = requirementsOf(files, step).filter(({ text }) => text.includes("=="));
    const pins = (await pinsOfRequirements(files, step, lookups)).filter(({ pin }) =>
      pinned.some(({ text }) =>
        text
          .toLowerCase()
          .replaceAll(/[-_.]+/g, "-")
          .startsWith((pin.split("==")[0] ?? "").replaceAll(/[-_.]+/g, "-")),
      ),
    );
    const named = new Set(
      requirementsOf(files, step).map(({ text }) => (text.split(/[[=<>~!; ]/)[0] ?? "").toLowerCase()),
    );
    const moved = (await lookups.pythonMoved(pins.map(({ pin }) => pin))) ?? {};
    const bounds = Object.entries(moved).filter(
      ([name]) => !named.has(name.toLowerCase()) && !step.command.includes(`'${name}<`),
    );
    if (bounds.length === 0) return [];
    return [
      way("moved-dependency", {
        kind: "modify_command",
        template: ["{command} {bounds}"],
        slots: {
          command: step.command,
          bounds: bounds.map(([name, major]) => `'${name}<${major}'`).join(" "),
        },
        why: `${bounds.map(([name, major]) => `${name} ${major}`).join(", ")} came out after what is pinned here, and nothing holds it back.`,
        probability: 0.7,
        risk: 0.1,
      }),
    ];
  },
};

const SAYS_GONE =
  /\b(?:has been|have been|was|were) (?:moved|removed|renamed)\b|\bno longer (?:supported|available|exists?|part)\b/i;
/** Frames of a traceback that may stand between the one that raised and its message. */
const LINES_BACK = 6;

/** The module that itself tells, by what it raised, that something of it is gone; not what a program says of its own. */
function whoSaysGone(output: string): string | undefined {
  const lines = output.split("\n");
  const told = lines.findLastIndex((line) => SAYS_GONE.test(line));
  const frames = lines.slice(Math.max(told - LINES_BACK, 0), Math.max(told, 0));
  const raised = frames.findLast((line) => /^\s*(?:File "|\S+\.py:\d+:)/.test(line));
  return /site-packages\/([A-Za-z]\w*)\//.exec(raised ?? "")?.[1];
}

/** The version is read from git's tags, which a copy of the sources does not have. */
export const versionFromGit: Pit = {
  id: "version-from-git",
  ways: ["version-from-git"],
  error_types: [
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "MISSING_FILE",
    "OTHER",
    "CRASH",
    "VERSION_NOT_FOUND",
    "MISSING_PACKAGE",
  ],
  react: ({ step, output }) =>
    isPython(step) &&
    /setuptools[-_]scm|hatch-vcs|unable to detect version|PBR_VERSION|versioning|dunamai|\.git\b/.test(output)
      ? [pretend(step)]
      : [],
  foresee({ files }, step) {
    const metadata = ["pyproject.toml", "setup.py", "setup.cfg"]
      .map((name) => files.text(inFolder(step.cwd, name)) ?? "")
      .join("\n");
    const scm =
      /setuptools[-_]scm|hatch-vcs|\bpbr\b|use_scm_version|poetry-dynamic-versioning|setuptools-git-versioning|versioningit|pdm.*scm/.test(
        metadata,
      );
    return isPython(step) &&
      scm &&
      /pip install -e|poetry install|uv sync/.test(step.command) &&
      !step.command.includes("PRETEND_VERSION")
      ? [pretend(step)]
      : [];
  },
};

function pretend(step: SetupStep): Way {
  return way("version-from-git", {
    kind: "modify_command",
    template: ["SETUPTOOLS_SCM_PRETEND_VERSION={version} PBR_VERSION={version} {command}"],
    slots: { version: "0.0.1", command: step.command },
    why: "The version is read from git's tags, which this copy does not have: one is given.",
    probability: 0.85,
  });
}

/** Names under which a package is asked for, and is another one or none. */
const RENAMED: Readonly<Record<string, string>> = {
  sklearn: "scikit-learn",
  pil: "pillow",
  opencv: "opencv-python-headless",
  cv2: "opencv-python-headless",
  beautifulsoup: "beautifulsoup4",
  bs4: "beautifulsoup4",
  yaml: "pyyaml",
  dotenv: "python-dotenv",
  dateutil: "python-dateutil",
  pycrypto: "pycryptodome",
  crypto: "pycryptodome",
  "mysql-python": "mysqlclient",
  nose: "pynose",
  fitz: "pymupdf",
  jwt: "pyjwt",
  serial: "pyserial",
  usb: "pyusb",
  discord: "discord.py",
  "python-slugify-unicode": "python-slugify",
  "google-cloud": "google-cloud-core",
  pdfminer: "pdfminer.six",
  slackclient: "slack-sdk",
  ptvsd: "debugpy",
  pep8: "pycodestyle",
  attr: "attrs",
  skimage: "scikit-image",
  distribute: "setuptools",
  "python-memcached2": "python-memcached",
  "pytest-runner2": "pytest-runner",
};

/** The package has another name by now, or is to be had from the index where the project asks a git server. */
export const renamedPackage: Pit = {
  id: "renamed-package",
  ways: ["renamed-package", "git-dependency"],
  error_types: [
    "BUILD_FAILURE",
    "VERSION_NOT_FOUND",
    "MISSING_PACKAGE",
    "OTHER",
    "NETWORK",
    "AUTHENTICATION",
    "COMMAND_NOT_FOUND",
    "CRASH",
    "SYNTAX_OR_CONFIG",
    "PERMISSION_DENIED",
    "TIMEOUT",
  ],
  react(failed) {
    const { step, output } = failed;
    if (step.ecosystem !== "pip" || step.goal !== "install") return [];
    const told = /use '?([\w.-]+)'? (?:rather than|instead of) '?([\w.-]+)'?/i.exec(output);
    const inManifest = renames(failed, step, false).filter(({ slots }) =>
      new RegExp(`\\b${slots["old"] ?? ""}\\b`, "i").test(output),
    );
    const said = told === null ? [] : rename(failed, step, told[2] ?? "", told[1] ?? "");
    return [
      ...said,
      ...inManifest,
      ...(/git (?:clone|fetch)|git\+/.test(output) ? fromIndex(failed, step) : []),
    ];
  },
  foresee(surroundings, step) {
    if (step.ecosystem !== "pip" || step.goal !== "install") return [];
    return [...renames(surroundings, step, true), ...fromIndex(surroundings, step)];
  },
};

function renames(surroundings: Surroundings, step: SetupStep, first: boolean): Way[] {
  const found = requirementsOf(surroundings.files, step).flatMap(({ text }) => {
    const name = (text.split(/[[=<>~!; ]/)[0] ?? "").toLowerCase();
    const known = RENAMED[name];
    return known === undefined ? [] : rename(surroundings, step, name, known);
  });
  return first ? found.slice(0, 1) : found;
}

function rename({ files }: Surroundings, step: SetupStep, old: string, name: string): Way[] {
  const manifest = requirementsOf(files, step).find(({ text }) =>
    text.toLowerCase().startsWith(old.toLowerCase()),
  )?.file;
  if (manifest === undefined || !/^[\w.-]+$/.test(old) || !/^[\w.-]+$/.test(name)) return [];
  return [
    way("renamed-package", {
      kind: "insert_step",
      template: ["sed -i -E 's/^([[:space:]\"]*){old}([^[:alnum:]_.-].*)?$/\\1{package}/I' {manifest}"],
      slots: { old, package: name, manifest },
      why: `What is meant by ${old} is the package ${name}.`,
      probability: 0.8,
    }),
  ];
}

/** "git+https://host/owner/name.git@v1.2#egg=name" as "name==1.2". */
function fromIndex({ files }: Surroundings, step: SetupStep): Way[] {
  const manifest = /-r (\S+)/.exec(step.command)?.[1];
  const text = manifest === undefined ? "" : (files.text(inFolder(step.cwd, manifest)) ?? "");
  const line = text.split("\n").find((one) => /\bgit\+/.test(one) && !one.trim().startsWith("#"));
  if (manifest === undefined || line === undefined) return [];
  const name =
    /[#&]egg=([\w.-]+)/.exec(line)?.[1] ??
    /^\s*([\w.-]+)(?:\[[^\]]*\])?\s*@/.exec(line)?.[1] ??
    /^[\w.-]+/.exec(line.split("/").at(-1) ?? "")?.[0].replace(/\.git$/, "");
  const version = /@v?(\d+(?:\.\d+)+)(?:#|$)/.exec(line)?.[1];
  if (name === undefined) return [];
  return [
    way("git-dependency", {
      kind: "insert_step",
      template: ["sed -i -E '/git\\+/s/^[^#]*git\\+.*{mark}.*$/{requirement}/' {manifest}"],
      slots: {
        mark: name,
        requirement: version === undefined ? name : `${name}==${version}`,
        package: name,
        manifest,
      },
      why: `The git server is not reached from here; the index has ${name}.`,
      probability: 0.7,
      risk: 0.1,
    }),
  ];
}
