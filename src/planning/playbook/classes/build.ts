import { commandFor } from "../commands.js";
import type { Playbook } from "../playbook.js";

export const build: Playbook = {
  name: "build",
  what: "a build that fails",
  error_types: ["BUILD_FAILURE", "MISSING_FILE", "COMMAND_NOT_FOUND"],
  words: [
    /\b(?:build|compile|compilation|make|cmake|configure|bootstrap)\b.{1,40}\b(?:fail(?:s|ed|ure|ing)?|error|broken)\b/i,
    /\b(?:fail(?:s|ed|ing)?|unable|cannot|can't|error)\b.{1,40}\b(?:to )?(?:build|compil|make\b|configure|bootstrap)/i,
    /\b(?:build|compil(?:e|er|ation)|make(?:file)?|autogen|gradle|dexer)\b/i,
  ],
  wants: ["log", "os", "version", "reproduction", "runtime", "config"],
  actions: [
    {
      title: "build again from a clean state",
      ask: "Does it fail in the same way after a clean build?",
      needs: ["log"],
      prior: 0.35,
      value: 60,
      seconds: 120,
      where: "either",
      command: (state) => commandFor("clean", state),
      seen: /\b(?:make clean|cargo clean|mvn clean|gradlew clean|dotnet clean|rm -rf (?:build|node_modules|target|vendor))\b/,
      outcomes: [
        {
          ok: true,
          means: "a clean build passes: something stale was in the way",
          gives: ["clean_passes"],
          finding: ({ where }, state) => ({
            cause: `A clean build passes (${where}): left-overs of an earlier build were in the way.`,
            summary: "Build once from a clean state.",
            commands: [commandFor("clean", state) ?? ""].filter((command) => command !== ""),
          }),
        },
        { ok: false, means: "a clean build fails in the same way", gives: ["clean_fails"] },
      ],
    },
  ],
  otherwise:
    "The line of the log that names the cause is not in the thread, or no rule knows a way round it.",
};
