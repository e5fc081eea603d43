import type { Candidate, Offer, Segment } from "./candidate.js";
import { entitiesOfGroups, uniqueNamed } from "./entities/read-entities.js";
import type { LineTest } from "./line-test.js";
import type { Groups, Near, Refinement, Rule } from "./rule.js";
import type { LineView } from "./text/line-view.js";
import { LOOK_AHEAD, LOOK_BEHIND, type LineWindow } from "./text/line-window.js";

const EXCERPT_BEFORE = 4;
const EXCERPT_AFTER = 8;
const EXCERPT_LINE = 400;

export interface Surroundings {
  readonly window: LineWindow;
  readonly segment: Segment;
  readonly command: string | null;
  readonly going: readonly Offer[];
}

/** Tries one rule, whose pattern `test` is, on one line. */
export function matchRule(
  rule: Rule,
  test: LineTest,
  view: LineView,
  around: Surroundings,
): Candidate | null {
  if (rule.level !== undefined && view.level !== rule.level) return null;
  const match = test.pattern.exec(view.content);
  if (match === null || rule.unless?.test(view.content) === true) return null;
  const root = rule.root === undefined ? null : findNear(rule.root, view, around.window)[0];
  const gathered: Groups[] = [match.groups ?? {}];
  if (root !== undefined && root !== null) gathered.push(root.groups);
  for (const near of rule.near ?? [])
    gathered.push(...findNear(near, view, around.window).map((found) => found.groups));
  const groups = mergeGroups(gathered);
  const refined =
    rule.refine?.({ groups, line: (offset) => around.window.view(view.no + offset)?.content ?? "" }) ?? null;
  if (rule.refine !== undefined && refined === null) return null;
  const moved =
    refined?.root_offset === undefined ? undefined : around.window.view(view.no + refined.root_offset);
  return buildCandidate(rule, view, moved ?? root?.view ?? view, gathered, groups, refined ?? {}, around);
}

function buildCandidate(
  rule: Rule,
  matched: LineView,
  root: LineView,
  gathered: readonly Groups[],
  groups: Groups,
  refined: Refinement,
  around: Surroundings,
): Candidate {
  const ecosystem = refined.ecosystem ?? rule.ecosystem ?? rule.id.slice(0, rule.id.indexOf("/"));
  const named = [...gathered.flatMap(entitiesOfGroups), ...(refined.entities ?? [])];
  const code =
    refined.code ??
    groups["code"] ??
    rule.code?.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "");
  return {
    rule,
    matched,
    root,
    groups,
    entities: uniqueNamed(named),
    evidence: refined.evidence ?? rule.evidence,
    bonus: refined.bonus ?? rule.bonus ?? 0,
    error_type: refined.error_type ?? rule.error_type,
    stage: refined.stage ?? rule.stage,
    ecosystem,
    code: code ?? null,
    root_cause: refined.root_cause ?? rule.cause,
    steps: refined.steps ?? rule.steps ?? [],
    excerpt: rule.evidence === "context" ? "" : excerptAround(root, around.window),
    segment: around.segment,
    command: around.command,
    going: around.going,
  };
}

function findNear(near: Near, view: LineView, window: LineWindow): { view: LineView; groups: Groups }[] {
  const found: { view: LineView; groups: Groups }[] = [];
  const own = near.own === true ? near.pattern.exec(view.content) : null;
  if (own !== null) found.push({ view, groups: own.groups ?? {} });
  if (own !== null && near.all !== true) return found;
  for (const [step, limit] of [
    [-1, Math.min(near.before ?? 0, LOOK_BEHIND)],
    [1, Math.min(near.after ?? 0, LOOK_AHEAD)],
  ] as const) {
    for (let distance = 1; distance <= limit; distance++) {
      const line = window.view(view.no + step * distance);
      if (line === null) break;
      const match = near.pattern.exec(line.content);
      if (match !== null) found.push({ view: line, groups: match.groups ?? {} });
      else if (near.contiguous === true) break;
      if (match !== null && near.all !== true) return found;
    }
  }
  return found;
}

/** The first value given for a name wins: the matching line's own groups come first. */
function mergeGroups(list: readonly Groups[]): Groups {
  const merged: Record<string, string | undefined> = {};
  for (const groups of list)
    for (const [name, value] of Object.entries(groups)) if (value !== undefined) merged[name] ??= value;
  return merged;
}

function excerptAround(root: LineView, window: LineWindow): string {
  const lines: string[] = [];
  for (let no = root.no - EXCERPT_BEFORE; no <= root.no + EXCERPT_AFTER; no++) {
    const text = window.view(no)?.text ?? "";
    if (text !== "" || lines.length > 0)
      lines.push(text.length > EXCERPT_LINE ? `${text.slice(0, EXCERPT_LINE)} …` : text);
  }
  return lines.join("\n").trimEnd();
}
