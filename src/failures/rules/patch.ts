import type { Rule } from "../rule.js";

export const PATCH_RULES: readonly Rule[] = [
  {
    id: "patch/hunk-failed",
    error_type: "VERSION_CONFLICT",
    stage: "build",
    evidence: "error",
    bonus: 4,
    keys: [
      "hunk #",
      "hunks failed",
      "hunk failed",
      "patch does not apply",
      "reversed (or previously applied) patch detected",
    ],
    pattern:
      /Hunk #\d+ FAILED at \d+|\b\d{1,4} out of \d{1,4} hunks? (?:FAILED|ignored)(?: -- saving rejects to (?:file )?(?<file2>\S{1,300}?)(?:\.rej)?(?:\s|$))?|error: (?<file>[^\s:]{1,300}): patch does not apply|Reversed \(or previously applied\) patch detected/,
    near: [{ pattern: /^(?:patching file|checking file) ['"]?(?<file3>[^\s'"]{1,300})/, before: 8 }],
    cause: "A patch does not fit {file}.",
    steps: ["Refresh the patch against these sources."],
  },
  {
    id: "patch/garbage",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [
      "only garbage was found in the patch input",
      "malformed patch at line",
      "corrupt patch at line",
      "patch: ****",
    ],
    pattern:
      /Only garbage was found in the patch input|malformed patch at line \d+|corrupt patch at line \d+|patch: \*\*\*\* (?<message>.{1,200})/,
    cause: "The patch cannot be read.",
    refine: ({ groups }) =>
      /Can't open|can't find file/i.test(groups["message"] ?? "") ? { error_type: "MISSING_FILE" } : {},
  },
];
