import { redact } from "../redaction.js";
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
  return redactAny(value) as T;
}

function redactAny(value: unknown): unknown {
  if (typeof value === "string") return value.length < 5 || PLAIN.test(value) ? value : redact(value).text;
  if (Array.isArray(value)) return value.map(redactAny);
  if (typeof value !== "object" || value === null || redactedElsewhere.has(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, redactField(key, held)]));
}

/** An experience's signature is a fingerprint of ours, and no secret. */
const FINGERPRINT = /^[\da-f]{16}$/;

function redactField(key: string, value: unknown): unknown {
  if (key === "signature" && typeof value === "string" && FINGERPRINT.test(value)) return value;
  if (typeof value !== "string" || !isSecretKey(key) || isPlaceholder(value)) return redactAny(value);
  const strong = isSecretKey(key) === "strong";
  return value !== "" && (strong || looksGenerated(value))
    ? placeholder(strong ? "password" : "secret")
    : value;
}
