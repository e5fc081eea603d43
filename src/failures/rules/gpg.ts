import type { Rule } from "../rule.js";

/** Keys and signatures: gpg, apt-key. */
export const GPG_RULES: readonly Rule[] = [
  {
    id: "gpg/keyserver",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -1,
    keys: [
      "keyserver receive failed",
      "keyserver timed out",
      "keyserver communications error",
      "keyserver internal error",
      "not found on keyserver",
      "keyserver search failed",
      "keyserver refresh failed",
    ],
    pattern:
      /gpg(?:keys)?: (?:key(?: "?(?<code>[0-9A-F]{8,40}))?"? not found on keyserver|keyserver (?:(?:receive|search|refresh) failed: (?<reason>.{1,80})|(?<reason2>timed out|communications error.{0,60}|internal error)))/,
    near: [
      {
        pattern: /--keyserver (?:\w{2,6}:\/\/)?(?<host>[\w-]{1,60}(?:\.[\w-]{1,60}){1,6})/,
        before: 8,
        own: true,
      },
      { pattern: /(?:--recv(?:-keys?)?|requesting key) (?:0x)?(?<code2>[0-9A-F]{8,40})/i, before: 8 },
    ],
    cause: "The key could not be had from the key server: {reason}",
    refine: ({ groups }) => {
      const reason = groups["reason"] ?? groups["reason2"] ?? "";
      if (/timed out|timeout/i.test(reason)) return { error_type: "TIMEOUT" };
      return /no such file|not found/i.test(reason) ? { error_type: "MISSING_FILE" } : {};
    },
  },
  {
    id: "gpg/no-data",
    error_type: "AUTHENTICATION",
    stage: "dependencies",
    evidence: "cause",
    bonus: -6,
    keys: ["no valid openpgp data found"],
    pattern: /gpg: no valid OpenPGP data found/,
    near: [{ pattern: /(?<url>https?:\/\/[^\s'"<>|]{3,300})/, before: 6, after: 3 }],
    cause: "What was downloaded is no key.",
    steps: ["curl -fsSLI URL"],
  },
  {
    id: "gpg/signature",
    error_type: "AUTHENTICATION",
    stage: "dependencies",
    evidence: "cause",
    bonus: -2,
    keys: ["gpg: can't check signature", "gpg: bad signature", "no secret key", "no default secret key"],
    pattern:
      /gpg: (?:Can't check signature: (?<reason>.{1,80})|BAD signature from|(?:no default secret key|signing failed|skipped ".{1,80}"): (?<reason2>.{1,60}))/,
    near: [{ pattern: /using \w{2,8} key (?:ID )?(?<code>[0-9A-F]{8,40})/, before: 3 }],
    cause: "The signature cannot be checked or made: {reason}",
  },
];
