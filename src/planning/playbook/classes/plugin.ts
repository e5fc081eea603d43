import type { Playbook } from "../playbook.js";

export const plugin: Playbook = {
  name: "plugin",
  what: "a plugin that is not loaded",
  error_types: [],
  words: [
    /\b(?:plug-?ins?|extensions?|add-?ons?|modules?|themes?)\b.{1,40}\b(?:(?:not|never|isn't|aren't|doesn't|don't) (?:be )?(?:load|found|shown|show|appear|work|listed)\w*|gone|missing|disappear\w*|fails? to load|empty)/i,
    /\b(?:plug-?ins?|add-?ons?)\b/i,
  ],
  wants: ["plugins", "version", "os", "log"],
  actions: [],
  otherwise: "Which plugins are found, and what is said about the one that is missing, is not in the thread.",
};
