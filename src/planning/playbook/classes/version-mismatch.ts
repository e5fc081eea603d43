import type { Family } from "../ecosystem.js";
import type { Playbook } from "../playbook.js";

const COMPARE: Partial<Record<Family, string>> = {
  node: "node -p \"require('./package.json').engines\"; node --version",
  python: "grep -n -i python pyproject.toml setup.cfg setup.py; python3 --version",
  rust: "grep -n rust-version Cargo.toml; cat rust-toolchain*; rustc --version",
  go: "grep -E '^(go|toolchain) ' go.mod; go version",
  jvm: "grep -n -E 'sourceCompatibility|maven.compiler|release' build.gradle pom.xml; java -version",
  ruby: "grep -n ruby Gemfile .ruby-version; ruby --version",
  php: "grep -n '\"php\"' composer.json; php --version",
  dotnet: "cat global.json; grep -rn TargetFramework --include='*.csproj' . ; dotnet --version",
};

export const versionMismatch: Playbook = {
  name: "version-mismatch",
  what: "a version that does not fit",
  error_types: ["RUNTIME_VERSION_MISMATCH"],
  words: [
    /\b(?:requires? (?:node|python|ruby|java|jdk|go|rustc|php)|unsupported (?:engine|class file|version)|EBADENGINE|wrong version)\b/i,
    /\b(?:after (?:updat|upgrad)\w*|since (?:version|updat|upgrad)\w*|works? (?:in|with|on) (?:v?\d|the (?:old|previous))|no longer (?:works|builds|compiles|valid|reports))\b/i,
    /\b(?:incompatible|version check|not supported|too (?:old|new)|unusable)\b/i,
  ],
  wants: ["runtime", "version", "log", "os"],
  actions: [
    {
      title: "compare the version that is asked for with the one that is used",
      ask: "Which version does the project ask for, and which one is used?",
      needs: [],
      prior: 0.55,
      value: 65,
      seconds: 3,
      where: "reporter",
      command: ({ family }) => COMPARE[family] ?? null,
      seen: /\b(?:engines|requires-python|rust-version|sourceCompatibility|maven\.compiler)\b/,
      outcomes: [{ output: /\d\.\d/, means: "both versions are known", gives: ["versions"] }],
    },
  ],
  otherwise: "Which versions meet is not in the thread.",
};
