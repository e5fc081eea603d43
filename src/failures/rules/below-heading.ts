import type { Refinement } from "../rule.js";
import { readByWords } from "./by-words.js";

/** Not what is the matter, but where, or that more is told elsewhere. */
const ASIDE = /^(?:at |in |from |[/|^~#]|File "|See |For more|Traceback|-{3,}|={3,})/;

/** "error: Failed build dependencies:" says why on the line below. */
export function belowHeading(detail: string, next: string): Refinement {
  if (!detail.endsWith(":") || next === "" || ASIDE.test(next)) return {};
  return { ...readByWords(next), root_offset: 1 };
}
