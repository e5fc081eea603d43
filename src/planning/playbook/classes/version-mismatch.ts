import { runtimeVersionCommand } from "../commands.js";
import type { Playbook } from "../playbook.js";

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
      title: "show the versions that are used",
      ask: "Which versions are used?",
      needs: [],
      prior: 0.6,
      value: 60,
      seconds: 3,
      where: "reporter",
      command: ({ family, known }) => (known.has("runtime_version") ? null : runtimeVersionCommand(family)),
      seen: /\b(?:node|python3?|ruby|java|go|rustc|php|gcc|clang) --?version\b/,
      outcomes: [{ output: /\d\.\d/, means: "the versions are known", gives: ["versions"] }],
    },
  ],
  otherwise: "Which versions meet is not in the thread.",
};
