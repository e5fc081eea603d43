import type { Plan } from "../../planning/plan.js";
import type { RecordedFact, RunRecord } from "../../run-record.js";
import { sanitizeLine } from "../sanitize.js";

const MOST_PLACES = 3;

/** Where it was read: "issue text", or the comment with a link to it. */
export function placeOf(
  { url }: Pick<RunRecord, "url">,
  { comment_id, author_role }: Pick<RecordedFact, "comment_id" | "author_role">,
): string {
  if (comment_id === null) return "issue text";
  const said = author_role === "reporter" ? "comment" : `${author_role}'s comment`;
  return /^\d{4,}$/.test(comment_id) && url.startsWith("https://")
    ? `[${said}](${url}#issuecomment-${comment_id})`
    : `${said} ${comment_id}`;
}

/**
 * What a claim of the final plan rests on: " (M1)", " (from step 2)", " (from issue text)". Memories first; else the
 * steps and comments that its reasoning names; else where the failure was read. Nothing where the claim says so itself.
 */
export function citation(run: RunRecord, final: Plan, claim: string): string {
  if (claim.includes("(log in the thread)")) return "";
  if (final.cites.length > 0) return ` (${final.cites.map((label) => sanitizeLine(label, 8)).join(", ")})`;
  if (/\b(?:the report|issue text|comment \w|step \d)/.test(claim)) return "";
  return ` (from ${restsOn(run, final).join(", ")})`;
}

function restsOn(run: RunRecord, { reasoning }: Plan): string[] {
  const named = [...new Set(reasoning.match(/\bstep \d{1,3}\b|\bcomment \d{1,20}\b|\bthe report\b/g) ?? [])];
  if (named.length > 0) return named.slice(0, MOST_PLACES).map((name) => namedPlace(run, name));
  const error = run.facts.find(({ key }) => key === "error");
  return [placeOf(run, error ?? ISSUE_TEXT)];
}

function namedPlace(run: RunRecord, name: string): string {
  if (name === "the report") return placeOf(run, ISSUE_TEXT);
  const [, id] = /^comment (\d+)$/.exec(name) ?? [];
  return id === undefined ? name : placeOf(run, { comment_id: id, author_role: "reporter" });
}

const ISSUE_TEXT = { comment_id: null, author_role: "reporter" };
