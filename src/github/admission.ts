import type { RepositoryPolicy } from "../config/repository/policy.js";
import type { Trigger } from "../thread/trigger.js";
import { entryOf, mayUse } from "./commands/command-table.js";
import { isAtLeast } from "./permissions.js";

/** Why a trigger is none under this policy, whoever sent it; null where it may be one. Pure. */
export function whyUnwanted(trigger: Trigger, { enabled, mode, labels }: RepositoryPolicy): string | null {
  if (!enabled) return "switched off by the configuration";
  if (trigger.kind === "opened" && trigger.unasked === true && mode !== "auto" && mode !== "shadow")
    return "not addressed";
  if (trigger.kind === "label" && !isSameLabel(trigger.label, labels.ask)) return "not the label that asks";
  return null;
}

/** "refuse": the person asked for it by name, and is told. "label_first": this repository's work starts by a label. */
export type Admission = "work" | "refuse" | "ignore" | "label_first";

/** Whether a trigger is worked on for this person; `permission` is GitHub's own word. Pure. */
export function admit(trigger: Trigger, { mode, roles, labels }: RepositoryPolicy): Admission {
  const entry = entryOf(trigger.command);
  const may = mayUse(entry, trigger, roles);
  switch (trigger.kind) {
    case "label":
      return isAtLeast(trigger.permission, roles.ask) ? "work" : "ignore";
    case "continuation":
      return may ? "work" : "ignore";
    case "opened":
      if (trigger.unasked === true) return may ? "work" : "ignore";
      break;
    case "comment":
    case "cli":
  }
  if (!may) return trigger.kind === "comment" ? "refuse" : "ignore";
  if (mode === "label" && entry.isWork && labels.ask !== null)
    return trigger.kind === "comment" ? "label_first" : "ignore";
  return "work";
}

/** GitHub's labels are one whatever the case of their letters. */
export function isSameLabel(given: string | undefined, configured: string | null): boolean {
  return configured !== null && given?.toLowerCase() === configured.toLowerCase();
}
