import type { Episode } from "./episode.js";

/** "That fixed it for me, thank you" says that something helped, and not what. */
const EMPTY_WORDS =
  /\b(?:that|this|it|works?|worked|working|now|fixed|fixes|solved|resolved|did|does|the|trick|for|me|us|thanks?|you|thx|a|lot|very|much|so|great|perfect|nice|yes|yep|yup|ok|okay|is|was|has|my|problem|issue|all|good|again|fine|indeed|i|can|confirm|as|turns?|turned|out|be|closed?|closing|seems?)\b/gi;

/** What somebody wonders at, hopes or is about to do is no way out either. */
const NO_WAY =
  /^(?:i(?:'m| am) (?:going to|surprised|not sure|glad|happy|worried|afraid|concerned)|i find it|i(?:'ve| have) opened|i (?:guess|wonder|don't know))\b|\b(?:pray|hopefully|odd)\b/i;

/** "Try running:" ends where what to run was shown. */
const STARTS =
  /^(?:(?:just|please|maybe|perhaps|can|could|you|should|might|want|to|then|simply) )*(?:try|run|do|use|add|set|see|execute)(?: (?:running|to run|using|adding|setting|doing|it|this|that|these|again|instead|with|something|like))*$/i;
const BREAKS_OFF = /\b(?:the|an?|to|by|with|using|following|via|and|or|of)$/i;

/** "Try clicking on them": what it speaks of was said before, and is not told here. */
const POINTS_BACK =
  /^(?:(?:please|just|maybe|you can|can you) )?(?:try |retry |restart |reinstall |check |use |click |clicking )[\w ]{0,24}\b(?:it|them|these|those|that)$/i;

const MOST_READ = 400;

/** Somebody's hope, worry or plan: nothing is settled by it. */
export function isWish(summary: string): boolean {
  return NO_WAY.test(summary.slice(0, MOST_READ).trim());
}

/** A sentence whose object stood in what was left out: nobody is helped by it. */
export function isHalfSaid(summary: string): boolean {
  const said = summary
    .slice(0, MOST_READ)
    .trim()
    .replace(/[\s.:…]{1,20}$/, "");
  return STARTS.test(said) || BREAKS_OFF.test(said) || POINTS_BACK.test(said);
}

/** Whether a resolution tells others what to do. `title`: of its own issue, which says what was wrong. */
export function saysHow({ kind, summary, action, gold }: Episode, title?: string): boolean {
  if (kind === "report") return false;
  if (action?.command !== undefined || gold !== undefined) return true;
  const said = summary.slice(0, MOST_READ).trim();
  if (isHalfSaid(said) || said.endsWith("?") || said === title?.trim() || NO_WAY.test(said)) return false;
  return /\w{2}/.test(said.replaceAll(EMPTY_WORDS, ""));
}
