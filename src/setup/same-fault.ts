import type { EntityKind, FailureCase } from "../failures/failure-case.js";

/** What a fault is about. Hosts, ports and numbers may differ from one try to the next. */
const SUBJECTS: ReadonlySet<EntityKind> = new Set<EntityKind>([
  "header",
  "library",
  "package",
  "command",
  "file",
  "constraint",
]);
/** Folders that are made anew for every try. */
const PASSING = /\/(?:tmp|var\/tmp)\/|\/(?:build|pip)-[^/]*\//;

/**
 * True where a second try failed as the first did. Of one kind but about another header or package is a step ahead: a
 * fingerprint leaves names out.
 */
export function isSameFault(a: FailureCase, b: FailureCase): boolean {
  return a.fingerprint === b.fingerprint && subjectsOf(a) === subjectsOf(b);
}

function subjectsOf({ key_entities }: FailureCase): string {
  const subjects = key_entities.flatMap(({ kind, value }) =>
    SUBJECTS.has(kind) && !PASSING.test(value) ? [`${kind}:${value}`] : [],
  );
  return Array.from(new Set(subjects)).sort().join("\n");
}
