import { z } from "zod";

/**
 * Whose memory it is. Every read and write carries one, and the adapters enforce it in the query.
 *
 * `installation` and `repository` are GitHub's immutable ids as decimal strings ("0" and the repository's
 * full name for recorded threads), `visibility` is the repository's at the time of writing.
 */
export const Scope = z.object({
  installation: z.string().min(1),
  repository: z.string().min(1),
  visibility: z.enum(["public", "private"]),
});
export type Scope = z.infer<typeof Scope>;

/**
 * What a reader may see: its own repository; the public ones of its installation; and, where the organisation's
 * configuration says `share: organization`, the private ones of its installation too. A public reader never
 * sees a private scope.
 */
export interface ReadScope {
  scope: Scope;
  /** Default "repository" for private, where nothing else is shared. */
  share: "repository" | "organization";
}

export function sameScope(a: Scope, b: Scope): boolean {
  return a.installation === b.installation && a.repository === b.repository;
}

/** The rule that the adapters put into their queries, written once. */
export function mayRead(reader: ReadScope, written: Scope): boolean {
  if (sameScope(reader.scope, written)) return true;
  if (reader.scope.installation !== written.installation) return false;
  if (written.visibility === "public") return true;
  return reader.share === "organization" && reader.scope.visibility === "private";
}
