import { redactEach } from "../redaction.js";
import { isSecretKey } from "./assignments.js";
import { isPlaceholder, looksGenerated, placeholder } from "./redactor.js";

/** Ids, hashes and times in full: nothing in them is private, and they are most of the strings of an episode. */
const PLAIN =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z|[a-z_]{1,24})$/;

/** What another thread of this process redacted: it is not looked through a second time. */
const redactedElsewhere = new WeakSet();

/** For objects that came whole from `redactValue` in another thread, and that nobody changes. */
export function trustRedacted(values: readonly object[]): void {
  for (const value of values) redactedElsewhere.add(value);
}

/** The value with every text in it redacted, however deep; a text under a key such as "password" goes whole. */
export function redactValue<T>(value: T): T {
  const texts = new Set<string>();
  const hasSecretFields = gather(value, texts);
  const changed = redactEach(texts);
  return changed.size === 0 && !hasSecretFields ? value : (rewrite(value, changed) as T);
}

/** Adds the texts that have to be looked through; says whether a field's name asks for a secret. */
function gather(value: unknown, texts: Set<string>): boolean {
  if (typeof value === "string") {
    if (value.length >= 5 && !PLAIN.test(value)) texts.add(value);
    return false;
  }
  if (!isLookedInto(value)) return false;
  let found = false;
  for (const [key, held] of Object.entries(value)) {
    if (typeof held === "string" && kindOfKey(key) !== false) found = true;
    if (gather(held, texts)) found = true;
  }
  return found;
}

function isLookedInto(value: unknown): value is object {
  return typeof value === "object" && value !== null && !redactedElsewhere.has(value);
}

function rewrite(value: unknown, changed: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return changed.get(value) ?? value;
  if (!isLookedInto(value)) return value;
  if (Array.isArray(value)) return value.map((each) => rewrite(each, changed));
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, rewriteField(key, held, changed)]),
  );
}

/** An experience's signature is a fingerprint of ours, and no secret. */
const FINGERPRINT = /^[\da-f]{16}$/;

function rewriteField(key: string, value: unknown, changed: ReadonlyMap<string, string>): unknown {
  if (key === "signature" && typeof value === "string" && FINGERPRINT.test(value)) return value;
  const kind = kindOfKey(key);
  if (typeof value !== "string" || kind === false || value === "" || isPlaceholder(value))
    return rewrite(value, changed);
  if (kind === "strong") return placeholder("password");
  return looksGenerated(value) ? placeholder("secret") : rewrite(value, changed);
}

const MOST_KEYS = 2_000;
const kindsOfKeys = new Map<string, ReturnType<typeof isSecretKey>>();

/** The same few names come again with every episode. */
function kindOfKey(key: string): ReturnType<typeof isSecretKey> {
  const known = kindsOfKeys.get(key);
  if (known !== undefined) return known;
  if (kindsOfKeys.size >= MOST_KEYS) kindsOfKeys.clear();
  const kind = isSecretKey(key);
  kindsOfKeys.set(key, kind);
  return kind;
}
