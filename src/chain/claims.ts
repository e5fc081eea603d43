import { inlineCode } from "../thread/plain-text.js";
import { looksLikeCommand } from "./terminal.js";

export type ClaimKind =
  /** "upgrading to 2.1 fixed it", "works now" */
  | "fixed"
  /** "you can work around it with …" */
  | "workaround"
  /** "still broken", "this did not help" */
  | "still_broken"
  /** "I see this too" */
  | "same_here"
  /** "cannot reproduce" */
  | "not_reproduced"
  /** "the cause is …" */
  | "cause"
  /** "try …", "you have to …" */
  | "advice";

export interface Claim {
  kind: ClaimKind;
  text: string;
  /** A command that the sentence names. */
  command?: string;
}

/** Whole words, any case. The phrases are patterns without repetition of unbounded length. */
function anyOf(...phrases: string[]): RegExp {
  return new RegExp(String.raw`(?<!\w)(?:${phrases.join("|")})(?!\w)`, "i");
}

const NOT = "(?:do|does|did|was|is|has|have)(?: not|n't|nt)";

/** In order: the first that fits is the kind. A denial comes before what it denies. */
const KINDS: readonly [ClaimKind, RegExp][] = [
  [
    "still_broken",
    anyOf(
      "still (?:broken|fails?|failing|happens?|happening|occurs?|gets?|getting|sees?|seeing|have|has|having|reproducible|an issue|persists?|appears?|there|crash(?:es|ing)?|the same|not)",
      `${NOT} (?:seem to )?(?:help|work|fix|solve)(?: it| this| the (?:issue|problem))?`,
      "not (?:fixed|solved|resolved)",
      "no luck",
      "same (?:error|result|problem|issue) (?:with|after|as before)",
      "same result",
      "(?:problem|issue) persists",
      "problem still appears?",
      "reopen(?:ed|ing)?",
    ),
  ],
  ["not_reproduced", anyOf("(?:can ?not|can'?t|couldn'?t|could not|unable to|not able to) reproduce")],
  [
    "same_here",
    anyOf(
      String.raw`\+1`,
      "same (?:here|problem here|issue here)",
      "me too",
      "(?:experiencing|having|seeing|getting|have|see|hit|facing) (?:the|this) (?:exact )?same (?:issue|problem|error)",
      "i have this (?:issue|problem) too",
    ),
  ],
  [
    "fixed",
    anyOf(
      "(?:fixe[sd]|solve[sd]|resolve[sd]) (?:it|this|that|(?:the|my|our) (?:issue|problem|error|build))",
      "(?:is|was|been|got|now|are) (?:now )?(?:fixed|solved|resolved)",
      "work(?:s|ed|ing)? (?:fine |well |great )?(?:now|again|perfectly|for me)",
      "now (?:it )?works?",
      "(?:it|this|that|which|everything|build|command) (?:now |all )?(?:works|worked|succeeds|succeeded|passes)",
      "(?:did|does) the trick",
      "(?:that|this|it) did it",
      "(?:does|did) work",
      "that was (?:it|the (?:problem|issue|cause))",
      "that'?s all it was",
      "problem (?:is )?gone",
      "no longer (?:happens?|occurs?|fails?|crash(?:es)?|reproducible|segfaults?|broken)",
      "(?:compiled|built|installed|builds|compiles|runs|launched) (?:and launched )?successfully",
      "all good (?:now|for me)",
      "fixed (?:in|by|with|for me)",
      "seems? to work(?: fine)?",
    ),
  ],
  [
    "workaround",
    anyOf("work ?-?arounds?", "as a temporary (?:fix|solution)", "work (?:around|round) (?:it|this)"),
  ],
  [
    "cause",
    anyOf(
      "(?:root )?(?:cause|reason|problem|issue|culprit) (?:is|was|seems to be|turned out to be|here is)",
      "caused by",
      "(?:is|was) due to",
      "turns? out",
      "turned out",
      "because of",
      "(?:happens|fails|failed|this is) because",
      "means that your",
      "(?:sounds|looks) (?:more )?like an?",
      "it'?s an issue with",
      "the bug is in",
    ),
  ],
  [
    "advice",
    anyOf(
      "you (?:can|could|should|must|need to|have to|may|might want to|'ll need to|will need to)",
      "try (?:running|using|to|with|setting|adding|removing|installing|updating|upgrading|the following|this)",
      "to fix(?: this| it)?",
      "does (?:setting|set|running|using|adding|removing|it help)",
      "have you tried",
      "recommended to",
      "make sure",
    ),
  ],
  [
    "advice",
    /^(?:please |then |just |also |now )?(?:try|check|use|run|install|set|add|remove|delete|upgrade|update|downgrade|reinstall|ensure|instead)\b/i,
  ],
];

/** What a sentence claims about the fault; undefined where it claims nothing, or asks. */
export function claimOf(sentence: string): Claim | undefined {
  const asks = /\?\s*["')]?$/.test(sentence);
  const hit = KINDS.find(([kind, pattern]) => (!asks || kind === "advice") && pattern.test(sentence));
  if (hit === undefined) return undefined;
  if (hit[0] === "fixed" && isConditional(sentence)) return undefined;
  if (hit[0] === "advice" && OWN_PLAN.test(sentence)) return undefined;
  const command = inlineCode(sentence).find(looksLikeCommand);
  return { kind: hit[0], text: sentence, ...(command === undefined ? {} : { command }) };
}

/** "once this is fixed", "should be fixed", "if that fixed it", "hope it works": wished, not seen. */
function isConditional(sentence: string): boolean {
  const wish = WISH.exec(sentence);
  return wish !== null && /(?:fix|solv|resolv|work)\w*/i.test(sentence.slice(wish.index));
}

/** "We can try to …, I need to see": what somebody is about to do is no advice to others. */
const OWN_PLAN = anyOf(
  "(?:we|i)(?:'ll|'d| will| can| could| may| might| should| would)? (?:also |just |then |still )?try",
  "(?:we|i)(?:'ll| will) (?:need|have) to",
);

const WISH = anyOf(
  "if",
  "once",
  "until",
  "should",
  "hope(?:fully)?",
  "pray(?:ing)?",
  "wish(?:ing)?",
  "might",
  "may",
  "would",
  "could",
  "will",
  "whether",
  "to be",
  "not yet",
  "let me know",
  "expect(?:ed)?",
  "need to",
);
