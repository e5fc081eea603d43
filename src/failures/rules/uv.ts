import { readNoSolution } from "./uv-no-solution.js";
import type { Rule } from "../rule.js";

export const UV_RULES: readonly Rule[] = [
  {
    id: "uv/no-solution",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no solution found when resolving"],
    pattern: /No solution found when resolving/,
    refine: readNoSolution,
    cause: "No set of versions satisfies what is asked for.",
  },
  {
    id: "uv/no-file-for-platform",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["doesn't have a source distribution or wheel for the current platform"],
    pattern:
      /Distribution [`'](?<package>[\w.-]{1,100})==(?<version>[\w.+!-]{1,60}) @ \S{1,200}[`'] can't be installed/,
    cause: "{package} {version} has no file for this Python and platform.",
  },
  {
    id: "uv/other-python",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["which is incompatible with the project's python requirement"],
    pattern:
      /resolved to (?<language_runtime>Python) (?<version>[\d.]{1,20}\d), which is incompatible with the project's Python requirement: [`'](?<constraint>[^`']{1,60})/,
    cause: "The project wants Python {constraint}.",
    steps: ["uv python install {constraint}"],
  },
  {
    id: "uv/failed-to-build",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: [
      "failed to build `",
      "failed to download and build `",
      "the build backend returned an error",
      "call to `setuptools",
    ],
    pattern:
      /Failed to (?:download and )?build [`'](?<pep508>[^`']+)[`']|The build backend returned an error|Call to [`'](?<detail>[^`']+)[`'] failed/,
    offers: ["package", "version"],
    cause: "{package} could not be built.",
  },
  {
    id: "uv/fetch",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["failed to fetch: `", "error sending request for url"],
    pattern: /(?:Failed to fetch: `|error sending request for url \()(?<url>[^`()]+)/,
    cause: "{host} could not be reached.",
  },
];
