import type { Playbook } from "../playbook.js";

/** Where no class is recognised: what every maintainer asks first. */
export const other: Playbook = {
  name: "other",
  what: "something that goes wrong",
  error_types: ["OTHER"],
  words: [],
  wants: ["log", "reproduction", "version", "os", "differs"],
  actions: [],
  otherwise: "What goes wrong is described in words only: no command and no output show it.",
};
