import { redactAssignments } from "./redaction/assignments.js";
import { redactHeaders } from "./redaction/headers.js";
import { digestOf, KnownTexts } from "./redaction/known-texts.js";
import { redactIpAddresses } from "./redaction/ip-addresses.js";
import { redactEmails, redactUsers } from "./redaction/people.js";
import { redactPrivateKeys } from "./redaction/private-keys.js";
import type { Redactor } from "./redaction/redactor.js";
import { redactByScanner } from "./redaction/scanner-rules.js";
import { redactUrlCredentials } from "./redaction/url-credentials.js";
import { redactVendorTokens } from "./redaction/vendor-tokens.js";

export interface Redacted {
  text: string;
  /** What was taken out, by kind ("github-token", "email" …), most first. */
  found: { kind: string; count: number }[];
}

/** In this order: a key that holds others goes first; what a precise name fits goes before what a rough one does. */
const REDACTORS: readonly Redactor[] = [
  redactPrivateKeys,
  redactVendorTokens,
  redactUrlCredentials,
  redactHeaders,
  redactAssignments,
  redactByScanner,
  redactEmails,
  redactUsers,
  redactIpAddresses,
];

/** Taking one thing out may lay another open; twice is the most that was ever seen to be needed. */
const MOST_ROUNDS = 4;

/** A run record is written after each step, and is mostly what was written before. */
const clean = new KnownTexts();

/**
 * Takes secrets, e-mail addresses, IP addresses and the user names of home directories out of a text, each replaced
 * by "[redacted:<kind>]". Idempotent, and linear in the length of the text.
 */
export function redact(text: string): Redacted {
  const digest = digestOf(text);
  return clean.has(digest) ? { text, found: [] } : lookThrough(text, digest);
}

/** To look through a text costs as much as a thousand of its characters, however short it is. */
const GROUP_LENGTH = 4_096;
/** No pattern reaches over it: it ends lines and words, and is no blank. */
const BETWEEN = "\n\u0001\n";

/**
 * What becomes of each text; those that stay as they are are left out. They are looked through in groups, and each by
 * itself only where something was found.
 */
export function redactEach(texts: Iterable<string>): Map<string, string> {
  const changed = new Map<string, string>();
  let group: LookedAt[] = [];
  let length = 0;
  const endGroup = () => {
    if (areClean(group)) for (const { digest } of group) clean.add(digest);
    else
      for (const { text, digest } of group) {
        const redacted = lookThrough(text, digest).text;
        if (redacted !== text) changed.set(text, redacted);
      }
    group = [];
    length = 0;
  };
  for (const text of texts) {
    const digest = digestOf(text);
    if (clean.has(digest)) continue;
    if (length + text.length > GROUP_LENGTH) endGroup();
    group.push({ text, digest });
    length += text.length;
  }
  endGroup();
  return changed;
}

interface LookedAt {
  text: string;
  digest: string | null;
}

/** False also of one alone: it is looked through anyway. */
function areClean(group: readonly LookedAt[]): boolean {
  if (group.length < 2) return false;
  const together = group.map(({ text }) => text).join(BETWEEN);
  const { text, found } = lookThrough(together, null);
  return found.length === 0 && text === together;
}

function lookThrough(text: string, digest: string | null): Redacted {
  const counts = new Map<string, number>();
  let total = 0;
  const count = (kind: string) => {
    total += 1;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  let result = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = { result, total };
    for (const redactor of REDACTORS) result = redactor(result, count);
    if (result !== before.result) continue;
    if (total === before.total) clean.add(result === text ? digest : digestOf(result));
    break;
  }
  return {
    text: result,
    found: [...counts].map(([kind, n]) => ({ kind, count: n })).sort((a, b) => b.count - a.count),
  };
}
