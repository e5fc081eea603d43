import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { ReadScope } from "../memory/scope.js";
import type { Recall } from "../recall/recall.js";
import { EpisodicSetupMemory } from "./memory/episodic-setup-memory.js";
import type { SetupMemory } from "./memory/setup-memory.js";

export interface MemoryParts {
  log: Pick<EpisodeLog, "append" | "saveExperience" | "experiences" | "get">;
  recall: Recall;
  catchUp: () => Promise<void>;
  redact: (text: string) => string;
}

/** The memory of set-ups that are not part of any issue: one scope of its own, one thread a project. */
export function openSetupMemory(parts: MemoryParts, project: string, reader: ReadScope = LOCAL): SetupMemory {
  return new EpisodicSetupMemory({
    ...parts,
    reader,
    thread: `setup:${project}`,
    title: `Set up ${project}`,
    now: () => new Date(),
  });
}

const LOCAL: ReadScope = {
  scope: { installation: "0", repository: "local/setup", visibility: "private" },
  share: "repository",
};
