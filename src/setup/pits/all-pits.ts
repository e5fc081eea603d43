import { buildBackend } from "./build-backends.js";
import { checksum } from "./checksums.js";
import { conflict } from "./conflicts.js";
import { fromInstructions } from "./from-instructions.js";
import { lockOutOfStep } from "./lock-files.js";
import { missingModule } from "./modules.js";
import type { Pit } from "./pit.js";
import { missingEnvFile, network, notExecutable, outOfHeap } from "./project-state.js";
import { otherRuntime } from "./runtimes.js";
import { missingSystemFile } from "./system-files.js";
import { versionNotFound } from "./versions.js";

export const ALL_PITS: readonly Pit[] = [
  lockOutOfStep,
  versionNotFound,
  otherRuntime,
  missingSystemFile,
  missingModule,
  conflict,
  checksum,
  buildBackend,
  missingEnvFile,
  notExecutable,
  outOfHeap,
  network,
  fromInstructions,
];
