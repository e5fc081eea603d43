/**
 * Families of rules. The full name of a rule is "family/name" ("destructive/remove-system-path"): it is shown to
 * people, kept in run records and may be searched for, so it does not change lightly.
 */
export type RuleFamily =
  "destructive" | "pipe_to_shell" | "fork_bomb" | "privilege" | "persistence" | "network" | "unreadable";

export interface Refusal {
  rule: `${RuleFamily}/${string}`;
  /** One sentence for people: what was found and why it is not run. */
  reason: string;
}

export interface Verdict {
  allowed: boolean;
  /** Null where it is allowed. */
  rule: string | null;
  reason: string | null;
}

export function refuse(rule: Refusal["rule"], reason: string): Refusal {
  return { rule, reason };
}
