import type { Playbook } from "../playbook.js";

export const upgrade: Playbook = {
  name: "upgrade",
  what: "an upgrade that does not go through",
  error_types: [],
  words: [
    /\bmigrat(?:e|es|ed|ing|ions?)\b|\b(?:schema|database) (?:upgrade|update|version)\b/i,
    /\b(?:DuplicateColumn|duplicate column|(?:relation|table|column) \S{1,60} (?:of relation \S{1,60} )?(?:already exists|does not exist)|no such (?:table|column))/i,
    /\bupgrad(?:e|ing)\b.{1,40}\b(?:fail|stop|abort|break|loop)/i,
  ],
  wants: ["log", "version", "before", "database", "os"],
  actions: [],
  otherwise: "Where the upgrade stands, and what was there before, is not in the thread.",
};
