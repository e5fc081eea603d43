import { readDownload } from "../entities/notations.js";
import type { ErrorType } from "../failure-case.js";
import type { Refinement, Rule } from "../rule.js";

/** What the exit codes of wget and curl say where they were told to be silent (their manuals, "EXIT STATUS"). */
const WGET: Readonly<Record<string, ErrorType>> = {
  4: "NETWORK",
  5: "NETWORK",
  6: "AUTHENTICATION",
  8: "MISSING_FILE",
};
const CURL: Readonly<Record<string, ErrorType>> = {
  6: "NETWORK",
  7: "NETWORK",
  22: "MISSING_FILE",
  28: "TIMEOUT",
  35: "NETWORK",
  60: "NETWORK",
};
const QUIET_WGET = /\s-(?:[a-pr-zA-Z]{0,6}q|-quiet\b)/;
const QUIET_CURL = /\s-(?:[a-rt-zA-Z]{0,6}s|-silent\b)/;
const ADDRESS = /https?:\/\/[^\s"'|&;)]{3,300}/;

export const SILENT_DOWNLOAD_RULES: readonly Rule[] = [
  {
    id: "docker/silent-download",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "wrapper",
    bonus: 1,
    keys: ["returned a non-zero code", "did not complete successfully: exit code"],
    pattern:
      /(?:The command '(?<said>.{1,1800}?)' returned a non-zero code|process "(?<said2>.{1,1800})" did not complete successfully: exit code): (?<exit>[4-8]|22|28|35|60)$/,
    cause: "A download that was told to be silent failed.",
    steps: ["Run the download without its option to be silent."],
    refine: ({ groups }) => readSilence(groups["said"] ?? groups["said2"] ?? "", groups["exit"] ?? ""),
  },
];

function readSilence(command: string, exit: string): Refinement | null {
  const isWget = /\bwget\b/.test(command);
  if (!isWget && !/\bcurl\b/.test(command)) return null;
  const type = (isWget ? WGET : CURL)[exit];
  if (type === undefined || !(isWget ? QUIET_WGET : QUIET_CURL).test(command)) return null;
  const address = ADDRESS.exec(command)?.[0];
  // a name with a variable in it is not the name of what was asked for
  const named = address === undefined || /[$%]/.test(address) ? [] : readDownload(address);
  return { error_type: type, entities: named };
}
