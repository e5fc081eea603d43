import { findArchitecture } from "./architecture.js";
import { type Clue, SURE, type TextLine } from "./clue.js";
import { factKey, knownSoftware, softwareOf } from "./known-software.js";
import { operatingSystemClues } from "./operating-system-clues.js";
import { firstCommit, firstVersion } from "./version-text.js";

const OS_KEY =
  /^(?:(?:host|client|server|my|your|desktop|build|target|affected)? ?(?:os|operating system|platform|distro|distribution|system|machine|computer)s?(?: ?[/&,+] ?(?:version|arch|platform|distro)\w*| and (?:version|arch\w*)| type| name| version| info\w*)*|os ?version|tested on|uname)$/i;
const ARCH_KEY =
  /^(?:(?:cpu|os|system|processor|machine|host) ?)?(?:arch|architecture|cpu|processor|bitness|asm|hardware)(?: type| name)?$/i;
const PROJECT_KEY =
  /^(?:project|package|app|application|library|lib|plugin|module|software|product|tool|affected|current|installed|latest|release|commit|git)?[ -]?(?:version|versions|release|revision|commit|sha|commit hash|git hash|build)s?$|^version (?:du|de la|de l'|der|des|del|do|della|dell') ?(?:logiciel|programme|application|software|anwendung|programms|programma|programa|aplicaci[oó]n|aplicativo|app)$/i;
const CONTAINER_KEY = /^(?:docker )?(?:image|base image|container(?: image)?|docker image)$/i;

/** Labels that stand over a list of what somebody runs. */
const SYSTEM_LABEL =
  /\b(?:environment|env|system|set-?up|versions?|specs?|specifications?|platform|configuration|software|tools?|stack|tested (?:on|with)|testing environment|desktop|smartphone|debug info\w*|about|details|dependencies|machine|using)\b/i;

/** What a line of "key: value" says, and a line under a heading that is its key. `project`: the repository's name. */
export function recogniseField(line: TextLine, project: string): Clue[] {
  const text = line.text.replace(/^[\s>*•-]+(?:\[[ x]\] )?/i, "");
  if (text.length > 400) return [];
  const split = splitField(text);
  if (split !== undefined) {
    const clues = readField(split.key, split.value, line, project);
    if (clues.length > 0) return clues;
  }
  if (line.label !== null && line.kind !== "heading" && text.length <= 120) {
    const key = cleanKey(line.label);
    const named = knownSoftware(nameOf(key)) !== undefined || /\bversion\b/i.test(key);
    if (OS_KEY.test(key) || ARCH_KEY.test(key) || PROJECT_KEY.test(key) || named)
      return readField(line.label, text, line, project);
  }
  return bareField(text, line, project);
}

interface Field {
  key: string;
  value: string;
}

function splitField(text: string): Field | undefined {
  const match = /^([A-Z.][^:=\n]{0,60}?)(?: ?[:=]| [-–—])\s{0,20}(?=\S)/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  return { key: match[1], value: text.slice(match[0].length) };
}

function readField(rawKey: string, value: string, line: TextLine, project: string): Clue[] {
  const key = cleanKey(rawKey);
  if (isEmptyAnswer(value)) return [];
  if (OS_KEY.test(key)) return [...systemField(value), ...versionsWithin(value)];
  if (ARCH_KEY.test(key)) {
    const arch = findArchitecture(value);
    return arch === undefined ? [] : [{ key: "arch", value: arch, confidence: SURE.field }];
  }
  if (CONTAINER_KEY.test(key) && /^[\w./-]{2,80}(?::[\w.-]{1,60})?$/.test(value))
    return [{ key: "container", value, confidence: SURE.field }];
  return versionField(key, value, line, project);
}

function systemField(value: string): Clue[] {
  const systems = operatingSystemClues(value, SURE.field);
  const arch = findArchitecture(value);
  return arch === undefined ? systems : [...systems, { key: "arch", value: arch, confidence: SURE.field }];
}

/** "Ubuntu 22.04, Python 3.10": known names in a field that is about something else. */
function versionsWithin(value: string): Clue[] {
  return value.split(/[,;]/).flatMap((part) => {
    const match = /^ ?([A-Za-z][\w.+# -]{0,30}?)[ =@:]{1,3}v?(?=\d)/.exec(part);
    const software = match?.[1] === undefined ? undefined : knownSoftware(match[1]);
    const version = firstVersion(part, true);
    if (software === undefined || version === undefined) return [];
    return [{ key: factKey(software), value: version, confidence: SURE.field }];
  });
}

function versionField(key: string, value: string, line: TextLine, project: string): Clue[] {
  if (!startsWithVersion(value)) return [];
  if (PROJECT_KEY.test(key)) return projectVersion(value, line, project);
  const name = nameOf(key);
  const known = knownSoftware(name) ?? (name === project.toLowerCase() ? softwareOf(project) : undefined);
  const version = firstVersion(value, known !== undefined && line.kind !== "code") ?? firstCommit(value);
  if (version === undefined || name === "") return [];
  if (known !== undefined) return [{ key: factKey(known), value: version, confidence: SURE.field }];
  if (!mayBeSoftware(name, version, line)) return [];
  const software = softwareOf(name);
  return [{ key: factKey(software), value: version, confidence: SURE.banner }];
}

function projectVersion(value: string, line: TextLine, project: string): Clue[] {
  const version = firstVersion(value) ?? firstCommit(value);
  if (version === undefined) return [];
  const confidence = line.kind === "code" ? SURE.hint + 0.1 : SURE.field;
  return [{ key: factKey(softwareOf(project)), value: version, confidence }];
}

/** "CLI 7.0.2" under "Environment": no sign between name and version. */
function bareField(text: string, line: TextLine, project: string): Clue[] {
  if (line.kind === "code" || !(SYSTEM_LABEL.test(line.label ?? "") || line.listed)) return [];
  const match =
    /^([A-Za-z][\w.+#/ ()-]{0,40}?),? (?:(?:version|build|ver\.?|release)[ :-]{1,3})?(?=v?\d)/.exec(text);
  if (match?.[1] === undefined) return [];
  const rest = text.slice(match[0].length);
  if (!/^v?[\w.+~-]{1,60}(?:$|[ ,;.([])/.test(rest)) return [];
  return versionField(cleanKey(match[1]), rest, line, project);
}

/** An unknown name is a name of software where a list of systems or a table of versions is given, and it is short. */
function mayBeSoftware(name: string, version: string, line: TextLine): boolean {
  if (name.split(" ").length > 4 || !/^[a-z][\w.+#/-]*(?: [\w.+#/()-]+)*$/i.test(name)) return false;
  if (
    /^(?:step|line|at|in|on|time|date|error|warning|note|http\w*|file|size|page|example|total|elapsed|took|build|port|ip|url|see|fixed|since|until)\b/i.test(
      name,
    )
  )
    return false;
  // A table's cell with two dots is a version; with one it may be a figure.
  if (line.kind === "table" && version.split(".").length > 2) return true;
  return SYSTEM_LABEL.test(line.label ?? "") && line.kind !== "code";
}

/** What is asked for, without the words around it. */
function cleanKey(key: string): string {
  return key
    .replace(/[*_`"']/g, "")
    .replace(/\([^()]{0,80}\)/g, " ")
    .replace(
      /\b(?:what|which|is|are|you|your|the|using|use|used|do|does|please|provide|enter|affected by)\b/gi,
      " ",
    )
    .replace(/[?:.]/g, (mark, at: number, all: string) => (at === all.trimEnd().length - 1 ? "" : mark))
    .replace(/\s+/g, " ")
    .trim();
}

/** "Node version", "version of node", "Titanium Studio, build" → the name alone. */
function nameOf(key: string): string {
  return key
    .toLowerCase()
    .replace(/\b(?:versions?|ver|build|release|number|installed|of|v)\b\.?/g, " ")
    .replace(/[\s,:-]+/g, " ")
    .trim();
}

function startsWithVersion(value: string): boolean {
  return /^["'`(]?(?:[A-Za-z][\w.+-]{0,20} ?){0,3}(?:version |build |[-–:] ?|")?v?(?:\d|[0-9a-f]{7,40}\b)/.test(
    value,
  );
}

function isEmptyAnswer(value: string): boolean {
  return /^_?(?:no response|n\/?a|none|unknown|not applicable|[?\-.])*_?$/i.test(value.trim());
}
