import type { Scope } from "../memory/scope.js";
import type { Thread } from "../thread/thread.js";

/** An event tells who could read the repository when it was sent; who can now is told by the thread, where anybody told. */
export function inPresentScope(scope: Scope, { is_private }: Pick<Thread, "is_private">): Scope {
  return is_private === undefined ? scope : { ...scope, visibility: is_private ? "private" : "public" };
}
