import { findArchitecture } from "./architecture.js";
import { type Clue, SURE, type TextLine } from "./clue.js";
import { factKey, knownSoftware, softwareOf } from "./known-software.js";
import { findOperatingSystems } from "./operating-system.js";
import { firstVersion } from "./version-text.js";

/** One line of a report that a tool prints of its surroundings: sections, and "key = value" lines below them. */
interface Entry {
  section: string;
  key: string;
  value: string;
}

const GENERIC_KEY = /^(?:name|version|build|release|architecture|arch|type|os|id)$/i;
const SYSTEM_SECTION = /^(?:operating system|os|system|host|platform|machine)(?: info\w*)?$/i;
const MIN_ENTRIES = 3;

/** Reports such as `ti info`, `conda info`, `npx envinfo`, `flutter doctor`: a section gives its lines their meaning. */
export function recogniseDump(lines: readonly TextLine[]): Clue[] {
  const entries = entriesOf(lines);
  if (entries.length < MIN_ENTRIES) return [];
  return [...systemClues(entries), ...entries.flatMap(versionClue)];
}

function entriesOf(lines: readonly TextLine[]): Entry[] {
  const entries: Entry[] = [];
  let section = "";
  for (const { text, kind } of lines) {
    if (kind !== "code" && kind !== "prose") continue;
    const line = text.slice(0, 300).replace(/^\[\w{3,8}\] {1,4}/, "");
    const pair = /^\s*([A-Z#][\w .#+/()-]{0,40}?) {0,40}(?:=|:(?=\s))\s{0,20}(\S.*)$/i.exec(line);
    if (pair?.[1] !== undefined && pair[2] !== undefined)
      entries.push({ section, key: pair[1].trim(), value: pair[2].trim() });
    else section = sectionOf(line) ?? section;
  }
  return entries;
}

function sectionOf(line: string): string | undefined {
  return /^\s{0,2}([A-Z][\w.+ ()-]{1,40}?):?\s*$/.exec(line)?.[1];
}

/** Name and version of the system stand in two lines of one section. */
function systemClues(entries: readonly Entry[]): Clue[] {
  const own = entries.filter(({ section }) => SYSTEM_SECTION.test(section));
  const valueOf = (key: RegExp): string | undefined => own.find((entry) => key.test(entry.key))?.value;
  const product = (key: string): string | undefined => entries.find((entry) => entry.key === key)?.value;
  const name = valueOf(/^(?:os ?)?name$/i) ?? product("ProductName");
  const version = valueOf(/^(?:os ?)?version$/i) ?? product("ProductVersion");
  const arch = findArchitecture(valueOf(/^(?:arch|architecture)$/i) ?? "");
  const [system] = findOperatingSystems(name ?? "");
  const confidence = SURE.output;
  return [
    ...(system === undefined
      ? []
      : [
          { key: "os", value: `${name ?? ""} ${version ?? ""}`.trim(), confidence },
          { key: "os_family", value: system.family, confidence },
        ]),
    ...(arch === undefined ? [] : [{ key: "arch", value: arch, confidence }]),
  ];
}

function versionClue({ section, key, value }: Entry): Clue[] {
  if (SYSTEM_SECTION.test(section) && GENERIC_KEY.test(key)) return [];
  const version = firstVersion(value);
  if (version === undefined || !/^["'v(]{0,2}\d/.test(value)) return [];
  const asked = /^(.*?)[ -]?version$/i.exec(key)?.[1] ?? (GENERIC_KEY.test(key) ? "" : undefined);
  const known = knownSoftware(asked ?? key);
  const name = asked === "" ? section : asked;
  if (known === undefined && (name === undefined || name === "" || name.split(" ").length > 4)) return [];
  const software = known ?? softwareOf(name ?? key);
  return [{ key: factKey(software), value: version, confidence: SURE.banner }];
}
