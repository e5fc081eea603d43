import type { Rule } from "../rule.js";
import { CONDA_RULES } from "./conda.js";
import { CRASH_RULES } from "./crash.js";
import { DOCKER_RULES } from "./docker.js";
import { GENERIC_RULES } from "./generic.js";
import { GIT_RULES } from "./git.js";
import { NETWORK_RULES } from "./network.js";
import { NODE_GYP_RULES } from "./node-gyp.js";
import { NODE_RULES } from "./node.js";
import { NPM_RULES } from "./npm.js";
import { PIP_RULES } from "./pip.js";
import { POETRY_UV_RULES } from "./poetry-uv.js";
import { PYTHON_NETWORK_RULES } from "./python-network.js";
import { PYTHON_RULES } from "./python.js";
import { SHELL_RULES } from "./shell.js";
import { TEST_RUNNER_RULES } from "./test-runners.js";
import { WEB_BUILD_RULES } from "./web-build.js";
import { YARN_PNPM_RULES } from "./yarn-pnpm.js";

/** Every rule file, one a line, in the order of the alphabet: it means nothing. */
export const ALL_RULES: readonly Rule[] = [
  ...CONDA_RULES,
  ...CRASH_RULES,
  ...DOCKER_RULES,
  ...GENERIC_RULES,
  ...GIT_RULES,
  ...NETWORK_RULES,
  ...NODE_GYP_RULES,
  ...NODE_RULES,
  ...NPM_RULES,
  ...PIP_RULES,
  ...POETRY_UV_RULES,
  ...PYTHON_NETWORK_RULES,
  ...PYTHON_RULES,
  ...SHELL_RULES,
  ...TEST_RUNNER_RULES,
  ...WEB_BUILD_RULES,
  ...YARN_PNPM_RULES,
];
