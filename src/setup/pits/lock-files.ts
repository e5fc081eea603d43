import type { SetupStep } from "../setup.js";
import { isGoSumBehind, isLockBehind, isPoetryLockBehind, isUvLockBehind } from "./locks-behind.js";
import { way, type Pit } from "./pit.js";

/** How each tool is told to bring its lock file up to date, and how it says that it is not. */
const TOOLS: Readonly<Record<string, { says: RegExp; frozen: RegExp; instead: string }>> = {
  npm: {
    says: /npm ci.{0,80}can only install|lock ?file.{0,40}not in sync|EUSAGE/is,
    frozen: /npm ci/,
    instead: "npm install",
  },
  yarn: { says: /lockfile needs to be updated/i, frozen: / --frozen-lockfile/, instead: "" },
  pnpm: {
    says: /ERR_PNPM_(?:OUTDATED|NO)_LOCKFILE|frozen-lockfile/i,
    frozen: /--frozen-lockfile/,
    instead: "--no-frozen-lockfile",
  },
  cargo: { says: /lock file .{0,200}needs to be updated but --locked/is, frozen: / --locked/, instead: "" },
  uv: {
    says: /lockfile .{0,80}needs to be updated|lockfile at .{0,200}outdated/is,
    frozen: / --locked/,
    instead: "",
  },
};

const POETRY_SAYS = /pyproject\.toml changed significantly|poetry\.lock is not (?:up to date|compatible)/i;
const GO_SAYS = /updates to go\.(?:mod|sum) needed|missing go\.sum entry|go mod tidy/i;
const BUNDLER_SAYS = /frozen|deployment mode|lockfile.{0,80}(?:out of|not) /is;
/** It says so too where an extension of PHP is missing, which no new lock file brings. */
const COMPOSER_SAYS = /lock file.{0,80}not up to date|composer update/is;

export const lockOutOfStep: Pit = {
  id: "lock-out-of-step",
  ways: ["lock-out-of-step"],
  error_types: [
    "VERSION_CONFLICT",
    "SYNTAX_OR_CONFIG",
    "MISSING_PACKAGE",
    "OTHER",
    "CHECKSUM_MISMATCH",
    "VERSION_NOT_FOUND",
    "BUILD_FAILURE",
  ],
  react({ step, output }) {
    const tool = TOOLS[step.ecosystem];
    if (tool !== undefined && tool.says.test(output) && tool.frozen.test(step.command)) return [relock(step)];
    if (step.ecosystem === "poetry" && POETRY_SAYS.test(output))
      return [insert("POETRY_VIRTUALENVS_IN_PROJECT=true poetry lock", 0.85)];
    if (step.ecosystem === "go" && GO_SAYS.test(output)) return [insert("go mod tidy", 0.85)];
    if (step.ecosystem === "bundler" && BUNDLER_SAYS.test(output))
      return [insert("bundle lock --update", 0.5)];
    if (step.ecosystem === "composer" && COMPOSER_SAYS.test(output) && !/\bext-[a-z]/.test(output))
      return [insert("composer update --no-interaction --no-progress", 0.7)];
    return [];
  },
  foresee({ files }, step) {
    if (step.goal !== "install") return [];
    const tool = TOOLS[step.ecosystem];
    const isFrozen = tool?.frozen.test(step.command) === true;
    if (isFrozen && step.ecosystem !== "uv") return isLockBehind(files, step) ? [relock(step)] : [];
    if (step.ecosystem === "uv" && isFrozen) return isUvLockBehind(files, step.cwd) ? [relock(step)] : [];
    if (step.ecosystem === "poetry" && isPoetryLockBehind(files, step.cwd))
      return [insert("POETRY_VIRTUALENVS_IN_PROJECT=true poetry lock", 0.85)];
    return step.ecosystem === "go" && isGoSumBehind(files, step.cwd) ? [insert("go mod tidy", 0.85)] : [];
  },
};

function relock(step: SetupStep) {
  const tool = TOOLS[step.ecosystem];
  const command = tool === undefined ? step.command : step.command.replace(tool.frozen, tool.instead);
  return way("lock-out-of-step", {
    kind: "modify_command",
    template: [command],
    why: "The lock file does not match the manifest: it is brought up to date.",
    probability: 0.85,
    risk: 0.1,
  });
}

function insert(command: string, probability: number) {
  return way("lock-out-of-step", {
    kind: "insert_step",
    template: [command],
    why: "The lock file does not match the manifest: it is brought up to date.",
    probability,
    risk: 0.1,
  });
}
