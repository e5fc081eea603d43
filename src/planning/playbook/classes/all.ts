import type { Playbook } from "../playbook.js";
import { build } from "./build.js";
import { configuration } from "./configuration.js";
import { crash } from "./crash.js";
import { dependency } from "./dependency.js";
import { exhausted } from "./exhausted.js";
import { featureRequest } from "./feature-request.js";
import { flakyTest } from "./flaky-test.js";
import { importLink } from "./import-link.js";
import { memoryGrowth } from "./memory-growth.js";
import { network } from "./network.js";
import { other } from "./other.js";
import { performance } from "./performance.js";
import { permission } from "./permission.js";
import { question } from "./question.js";
import { versionMismatch } from "./version-mismatch.js";

/** In the order in which equal evidence is settled: the more special first. */
export const PLAYBOOKS: readonly Playbook[] = [
  crash,
  exhausted,
  memoryGrowth,
  importLink,
  versionMismatch,
  permission,
  network,
  dependency,
  configuration,
  flakyTest,
  performance,
  build,
  featureRequest,
  question,
];

export const FALLBACK_PLAYBOOK = other;
