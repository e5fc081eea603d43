import type { ErrorType } from "../failure-case.js";
import { FORMS } from "./forms.js";
import type { Named } from "./notations.js";

const READ = 600;

/**
 * What a root line of this kind mostly names, taken from its text where the rule that read it did not: host and port of a connection,
 * the path of a file that is not there, the option that is not known.
 */
export function completeEntities(
  known: readonly Named[],
  type: ErrorType,
  message: string,
): readonly Named[] {
  const text = message.slice(0, READ);
  const entities = [
    ...known,
    ...(OF_VERSIONS.has(type) ? besidePackage(known, text) : []),
    ...toolCode(known, text),
  ];
  for (const { kind, pattern, unless = [] } of FORMS[type] ?? []) {
    if (entities.some((entity) => entity.kind === kind || unless.includes(entity.kind))) continue;
    const groups: readonly (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
    const value = groups.find((group) => group !== undefined);
    if (value !== undefined) entities.push({ kind, value });
  }
  return entities;
}

/** Faults of which the version of the package is a part. */
const OF_VERSIONS: ReadonlySet<ErrorType> = new Set([
  "VERSION_NOT_FOUND",
  "VERSION_CONFLICT",
  "PLATFORM_UNSUPPORTED",
  "CHECKSUM_MISMATCH",
]);

const BEHIND = /^(?:@|===?|[:/=-]| v?\.?| ?\(v?)(\d[\w.+-]{0,60}\w|\d)(?![\w.]*[/*])/;
const RANGE_BEHIND =
  /^ ?[@("]? ?((?:[<>~^!]=?|===?|~>) ?\d[\w.*-]*(?:(?:, ?| \|\|? ?| )(?:[<>~^!]=?|===?|~>) ?\d[\w.*-]*)*)/;

/** The version, or the range of versions, that stands right behind the name of the package. */
function besidePackage(known: readonly Named[], text: string): readonly Named[] {
  const packages = known.filter(({ kind }) => kind === "package");
  const name = packages[0]?.value;
  if (
    name === undefined ||
    packages.length > 1 ||
    known.some(({ kind }) => kind === "version" || kind === "constraint")
  )
    return [];
  const at = text.indexOf(name);
  // who needs it is named with its release and its architecture
  if (at < 0 || text.slice(0, at).endsWith("needed by ")) return [];
  const behind = text.slice(at + name.length);
  const range = RANGE_BEHIND.exec(behind)?.[1];
  if (range !== undefined) return [{ kind: "constraint", value: range }];
  const version = BEHIND.exec(behind)?.[1];
  return version === undefined ? [] : [{ kind: "version", value: version }];
}

const TOOL_CODE = /\b(?:error|ERROR|Error):? \[?([A-Z]{1,6}\d{2,6})\b|\[([A-Z]{2,6}\d{3,5})\]/;

/** The code that a tool gives the error: "error CS0246", "[CXX1104]". */
function toolCode(known: readonly Named[], text: string): readonly Named[] {
  const groups: readonly (string | undefined)[] = TOOL_CODE.exec(text)?.slice(1) ?? [];
  const value = groups.find((group) => group !== undefined);
  return value === undefined || known.some(({ kind }) => kind === "code") ? [] : [{ kind: "code", value }];
}
