import { readPep508 } from "../entities/notations.js";
import type { Named } from "../entities/notations.js";
import type { MatchContext, Refinement } from "../rule.js";

const ASKED = /^The user requested (?:\(constraint\) )?([\w.-]{1,80}(?:\[[^\]]{1,60}\])?)\s?(\S.{0,80})?$/;
const DEPENDS = /^([\w.-]{1,80})(?:\[[^\]]{1,60}\])? \d\S{0,40} depends on ([\w.-]{1,80})\b(.{0,100})$/;

/**
 * Both sides of pip's conflict: the package that it is about, what the user asks of it ("==1.2" is a version), and which other
 * package asks for something else.
 */
export function readConflict({ groups, line }: MatchContext): Refinement {
  let asked: readonly [string, string] | undefined;
  let depends: readonly [string, string, string] | undefined;
  for (let at = -4; at <= 14; at++) {
    const content = line(at);
    const user = ASKED.exec(content);
    if (user !== null) asked ??= [user[1] ?? "", (user[2] ?? "").trim()];
    const other = DEPENDS.exec(content);
    if (other !== null) depends ??= [other[1] ?? "", other[2] ?? "", (other[3] ?? "").trim()];
  }
  const named = pinsOf(groups["detail"] ?? "");
  const subject = asked?.[0] ?? depends?.[1];
  return {
    entities: [
      ...(subject === undefined ? [] : [{ kind: "package" as const, value: subject }]),
      ...askedFor(asked?.[1] ?? ""),
      ...(depends === undefined ? [] : [{ kind: "conflicts_with" as const, value: depends[0] }]),
      ...(depends === undefined || depends[2] === ""
        ? []
        : [{ kind: "constraint" as const, value: depends[2] }]),
      ...named.filter(({ value }) => value.toLowerCase() !== subject?.toLowerCase()),
    ],
  };
}

function askedFor(requirement: string): Named[] {
  const exact = /^==([\w.+!-]{1,60})$/.exec(requirement)?.[1];
  if (exact !== undefined) return [{ kind: "version", value: exact }];
  return requirement === "" ? [] : [{ kind: "constraint", value: requirement }];
}

/** "-r requirements.txt (line 3) and boto3==1.17.1": the packages that are named with a version. */
function pinsOf(detail: string): Named[] {
  return detail
    .split(/,| and /)
    .map((part) => part.trim())
    .filter((part) => /^[\w.-]+(?:\[[^\]]+\])?[=<>~!]=/.test(part))
    .slice(0, 2)
    .flatMap((part) => readPep508(part).filter(({ kind }) => kind === "package"));
}
