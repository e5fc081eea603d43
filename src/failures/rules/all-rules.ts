import type { Rule } from "../rule.js";
import { NPM_RULES } from "./npm.js";
import { PIP_RULES } from "./pip.js";
import { SHELL_RULES } from "./shell.js";

/** Every rule file, one a line, in the order of the alphabet: it means nothing. */
export const ALL_RULES: readonly Rule[] = [...NPM_RULES, ...PIP_RULES, ...SHELL_RULES];
