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
  if (clean.has(digest)) return { text, found: [] };
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
