/** What was decided about an issue, in words. */
export interface Decision {
  kind: "duplicate" | "closed" | "change";
  text: string;
  /** "#12", "owner/repo#12", "KEY-12", or a URL: the canonical issue, the pull request, the commit. */
  reference: string | null;
}

const REFERENCE =
  /https?:\/\/[^\s<>()]{1,200}\/(?:issues|pull|commit|browse)\/[\w-]{1,60}|(?<![\w&])(?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d{1,8}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b/;

const DUPLICATE =
  /\b(?:dup|dupe|duplicates?|duplicated) (?:of|with)\b|\bsame (?:issue|bug|problem) as\b|\bin favou?r of\b/i;
const CLOSED =
  /\b(?:clos(?:ing|ed) (?:this|the|as|in|it|ticket|for|since|because|issue)|i'?m (?:going to close|closing)|going to close|closing[,.]?$|let'?s close|will close it)\b|^closing\b/i;
const CHANGE =
  /\b(?:pull request|PR|merged|landed|committed|commit|patch|fixed (?:in|by)|will be fixed by|opened|pushed a)\b/i;

/** Decisions among sentences, each with what it refers to. */
export function findDecisions(sentences: readonly string[]): Decision[] {
  return sentences.flatMap((text): Decision[] => {
    const reference = REFERENCE.exec(text)?.[0] ?? null;
    if (DUPLICATE.test(text) && reference !== null) return [{ kind: "duplicate", text, reference }];
    if (CLOSED.test(text)) return [{ kind: "closed", text, reference }];
    if (reference !== null && isChange(text, reference)) return [{ kind: "change", text, reference }];
    return [];
  });
}

function isChange(text: string, reference: string): boolean {
  return /\/(?:pull|commit)\//.test(reference) || CHANGE.test(text);
}

/** A reference as a URL, read from the thread that holds it; null for a tracker's key. */
export function referenceUrl(reference: string, repo: string, threadUrl: string): string | null {
  if (reference.startsWith("http")) return reference;
  const match = /^([\w.-]+\/[\w.-]+)?#(\d+)$/.exec(reference);
  if (match === null) return null;
  const host = /^https?:\/\/[^/]+/.exec(threadUrl)?.[0] ?? "https://github.com";
  return `${host}/${match[1] ?? repo}/issues/${match[2] ?? ""}`;
}
