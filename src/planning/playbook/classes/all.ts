import type { Playbook } from "../playbook.js";
import { browser } from "./browser.js";
import { build } from "./build.js";
import { configuration } from "./configuration.js";
import { crash } from "./crash.js";
import { dependency } from "./dependency.js";
import { exhausted } from "./exhausted.js";
import { featureRequest } from "./feature-request.js";
import { flakyTest } from "./flaky-test.js";
import { graphics } from "./graphics.js";
import { hang } from "./hang.js";
import { importLink } from "./import-link.js";
import { login } from "./login.js";
import { memoryGrowth } from "./memory-growth.js";
import { network } from "./network.js";
import { other } from "./other.js";
import { performance } from "./performance.js";
import { permission } from "./permission.js";
import { plugin } from "./plugin.js";
import { question } from "./question.js";
import { scheduled } from "./scheduled.js";
import { unreadableFile } from "./unreadable-file.js";
import { upgrade } from "./upgrade.js";
import { versionMismatch } from "./version-mismatch.js";
import { webService } from "./web-service.js";
import { wrongResult } from "./wrong-result.js";

/** In the order in which equal evidence is settled: the more special first. */
export const PLAYBOOKS: readonly Playbook[] = [
  crash,
  exhausted,
  memoryGrowth,
  importLink,
  graphics,
  upgrade,
  plugin,
  scheduled,
  versionMismatch,
  permission,
  network,
  dependency,
  unreadableFile,
  login,
  webService,
  browser,
  hang,
  wrongResult,
  configuration,
  flakyTest,
  performance,
  build,
  featureRequest,
  question,
];

export const FALLBACK_PLAYBOOK = other;
