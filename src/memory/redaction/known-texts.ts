import { hash } from "node:crypto";

/** Digests of a generation; two are kept, about 3 MB. */
const GENERATION = 10_000;
/** To look at a shorter text again takes no longer than its digest. */
const SHORT = 16;

/** The texts that were added last, known again by their digests: no text is kept, and none but an equal one is known. */
export class KnownTexts {
  private readonly size: number;
  private young = new Set<string>();
  private old = new Set<string>();

  constructor(size = GENERATION) {
    this.size = size;
  }

  has(digest: string | null): boolean {
    if (digest === null) return false;
    if (this.young.has(digest)) return true;
    if (!this.old.has(digest)) return false;
    this.keep(digest);
    return true;
  }

  add(digest: string | null): void {
    if (digest !== null) this.keep(digest);
  }

  private keep(digest: string): void {
    if (this.young.size >= this.size) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(digest);
  }
}

/** UTF-16, as the text is: two broken characters must not become one. Null for a text that is too short to be kept. */
export function digestOf(text: string): string | null {
  return text.length < SHORT ? null : hash("sha256", Buffer.from(text, "utf16le"), "base64");
}
