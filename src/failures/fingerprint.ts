import { createHash } from "node:crypto";
import type { Named } from "./entities/notations.js";
import { maskLine } from "./mask.js";

export interface FingerprintParts {
  ecosystem: string;
  error_type: string;
  /** The root line without prefixes, in English. */
  content: string;
  entities: readonly Named[];
}

/** 16 hexadecimal digits: equal for the same fault under other names, paths, versions, numbers, quotes and languages. */
export function fingerprintOf({ ecosystem, error_type, content, entities }: FingerprintParts): string {
  return createHash("sha256")
    .update([ecosystem, error_type, maskLine(content, entities)].join("\u0000"))
    .digest("hex")
    .slice(0, 16);
}

/** 24 hexadecimal digits: the fault, and where it stands in its log. */
export function failureId(fingerprint: string, lineNo: number): string {
  return fingerprint + lineNo.toString(16).padStart(8, "0");
}
