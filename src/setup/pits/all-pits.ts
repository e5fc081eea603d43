import { buildBackend } from "./build-backends.js";
import { checksum } from "./checksums.js";
import { missingCompiledModule } from "./compiled-modules.js";
import { conflict } from "./conflicts.js";
import { distributionGems } from "./distribution-gems.js";
import { fromInstructions } from "./from-instructions.js";
import { lockOutOfStep } from "./lock-files.js";
import { missingLocale, missingSetting } from "./missing-settings.js";
import { downloadingScript, legacyOpenssl, nodeHeaders, packageManager } from "./node-install.js";
import { missingNodeModule } from "./node-modules.js";
import {
  composerRegistry,
  javaLevel,
  phpExtension,
  privatePackage,
  rustVersion,
} from "./other-ecosystems.js";
import type { Pit } from "./pit.js";
import { missingEnvFile, network, outOfHeap } from "./project-state.js";
import { missingPythonModule } from "./python-modules.js";
import { movedDependency, renamedPackage, versionFromGit } from "./python-world.js";
import { renamedModule } from "./renamed-modules.js";
import { otherRuntime } from "./runtimes.js";
import { carriageReturns, fileNameCase, notExecutable } from "./scripts.js";
import { missingSystemFile } from "./system-files.js";
import { versionNotFound } from "./versions.js";

/** In the order in which they are looked for: what others build on comes first. */
export const ALL_PITS: readonly Pit[] = [
  packageManager,
  otherRuntime,
  renamedPackage,
  renamedModule,
  privatePackage,
  versionNotFound,
  lockOutOfStep,
  checksum,
  conflict,
  movedDependency,
  rustVersion,
  javaLevel,
  distributionGems,
  composerRegistry,
  phpExtension,
  missingSystemFile,
  nodeHeaders,
  downloadingScript,
  buildBackend,
  versionFromGit,
  missingPythonModule,
  missingNodeModule,
  missingCompiledModule,
  missingEnvFile,
  missingSetting,
  missingLocale,
  notExecutable,
  carriageReturns,
  fileNameCase,
  legacyOpenssl,
  outOfHeap,
  network,
  fromInstructions,
];
