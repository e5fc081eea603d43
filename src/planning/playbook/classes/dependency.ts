import { commandFor } from "../commands.js";
import type { Playbook } from "../playbook.js";

export const dependency: Playbook = {
  name: "dependency",
  what: "a dependency that cannot be had",
  error_types: ["MISSING_PACKAGE", "VERSION_NOT_FOUND", "VERSION_CONFLICT", "CHECKSUM_MISMATCH"],
  words: [
    /\b(?:cannot find module|no module named|module not found|could not resolve dependenc|unmet peer|ERESOLVE|E404)\b/i,
    /\b(?:no (?:matching|compatible) version|could not find a version|unable to locate package|dependency conflict)\b/i,
    /\bdependenc(?:y|ies)\b|\bpackage\b.{1,40}\b(?:missing|not found)\b|\block ?file\b/i,
  ],
  wants: ["log", "runtime", "version", "os"],
  actions: [
    {
      title: "see who asks for the package, and in which versions",
      ask: "Who asks for that package, and in which version?",
      needs: ["log"],
      prior: 0.6,
      value: 65,
      seconds: 20,
      where: "either",
      command: (state) => commandFor("tree", state),
      seen: /\bERESOLVE\b|\bpeer \S{1,100} from\b|\b(?:npm (?:ls|explain|why)|pip show|pip index|cargo tree|go mod why|bundle info|composer why|apt-cache policy)\b/,
      outcomes: [
        {
          output: /\b(?:not found|no (?:matching|such)|E404|could not find|Unable to locate)\b|\(empty\)/i,
          means: "the package is not there under that name or version",
          gives: ["package_absent"],
        },
        {
          ok: true,
          means: "the package is known, so a version or its place is at fault",
          gives: ["package_known"],
        },
      ],
    },
    {
      title: "list what is installed",
      ask: "What is installed?",
      needs: [],
      prior: 0.4,
      value: 50,
      seconds: 15,
      where: "either",
      command: (state) => commandFor("installed", state),
      seen: /\bERESOLVE\b|\b(?:npm ls|pip (?:list|freeze|check)|bundle list|composer show|dpkg -l)\b/,
      outcomes: [
        {
          output: /\b(?:UNMET|missing|invalid|has requirement|which is not installed)\b/,
          means: "what is installed does not fit together",
          gives: ["inconsistent_install"],
          finding: ({ text, where }, state) => ({
            cause: `What is installed does not fit together (${where}): ${
              text
                .split("\n")
                .find((line) => /UNMET|missing|invalid|has requirement|not installed/.test(line))
                ?.trim()
                .slice(0, 200) ?? ""
            }`,
            summary: "Install again from the manifest into an empty folder.",
            commands: [commandFor("clean", state) ?? ""].filter((command) => command !== ""),
          }),
        },
        { means: "what is installed was listed", gives: ["installed"] },
      ],
    },
  ],
  otherwise: "Which package is asked for, by whom, and from where cannot be read from the thread.",
};
