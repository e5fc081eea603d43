import type { MatchContext, Refinement } from "../rule.js";

/** What the status of an answer, the group "code", tells: the file is gone, or not for this user; else the network's fault stands. */
export function byHttpStatus({ groups }: MatchContext): Refinement {
  const code = groups["code"] ?? "";
  if (code === "404" || code === "410") return { error_type: "MISSING_FILE" };
  return code === "401" || code === "403" ? { error_type: "AUTHENTICATION" } : {};
}
