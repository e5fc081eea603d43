import { findArchitecture, findTriples } from "./architecture.js";
import { type Clue, SURE, type TextLine } from "./clue.js";
import { findOperatingSystems } from "./operating-system.js";
import { systemClues } from "./operating-system-clues.js";
import { AMBIGUOUS_NAMES, factKey, knownSoftware, SOFTWARE_NAMES, softwareOf } from "./known-software.js";
import { firstCommit, firstVersion } from "./version-text.js";
import { matchesOf } from "../util/matches-of.js";

/** A clause that speaks of another system than the failing one: where it works, what is needed, what came before. */
const ELSEWHERE =
  /\b(?:works?|worked|working|fine|ok|okay|previous\w*|before|older|earlier|formerly|used to|upgrad\w+ to|updat\w+ to|downgrad\w+|needs?|needed|requires?|required|at least|minimum|or (?:later|newer|higher|above|greater)|fixed in|fixed by|since|until|up to|instead of|not (?:occur|happen|affect|affected|reproduc\w+|see)|cannot reproduce|can't reproduce|no (?:issues?|problems?|longer)|supports?|supported|compatible|unlike|whereas|released|changelog|only\)|unix-only|never|succe\w+|host machine|solved|resolved|passes|should be|planned|also tested)\b/i;

/** What ends a clause. */
const CLAUSE = /(?<=[.;!?]) | (?:but|however|while|whereas|although|though) | [–—-] (?=[a-z])/;

/** What a line of prose says about its writer's system. */
export function recogniseSentence(line: TextLine, project: string): Clue[] {
  if (line.kind === "code") return [];
  return line.text
    .slice(0, 3_000)
    .split(CLAUSE)
    .flatMap((clause) => {
      const elsewhere = ELSEWHERE.test(clause);
      const confidence = elsewhere ? 0.3 : SURE.sentence;
      return [
        ...systemsIn(clause, confidence),
        ...architectureIn(clause, confidence),
        ...(/\d/.test(clause) ? numbersIn(clause, confidence) : []),
        ...projectIn(clause, project, confidence),
      ];
    });
}

/** What needs a number to be told. */
function numbersIn(clause: string, confidence: number): Clue[] {
  return [
    ...versionsIn(clause, confidence),
    ...kernelIn(clause, confidence),
    ...unknownNamesIn(clause, confidence - 0.15),
  ];
}

function systemsIn(clause: string, confidence: number): Clue[] {
  return findOperatingSystems(clause).flatMap((system) => {
    const after = clause.slice(system.index + system.value.length);
    const other = /^["')]{0,2} (?:only|host|users?\b|machines? work)|^-only/i.test(after);
    const sure = (system.precise ? confidence : confidence - 0.1) - (other ? 0.4 : 0);
    return systemClues(system, system.value, sure);
  });
}

function architectureIn(clause: string, confidence: number): Clue[] {
  const [triple] = findTriples(clause);
  const arch = triple?.arch ?? findArchitecture(clause);
  return arch === undefined ? [] : [{ key: "arch", value: arch, confidence: confidence - 0.1 }];
}

const NAMED = new RegExp(
  String.raw`(?<![\w.@/-])(${SOFTWARE_NAMES.map(escapePattern).join("|")})(?:,? ?\(?(?:version|ver\.?|v\.?|build|release|[=@/-])?:? ?)(?=v?\d)`,
  "gi",
);

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function versionsIn(clause: string, confidence: number): Clue[] {
  return matchesOf(clause, NAMED).flatMap((match) => {
    const name = match[1] ?? "";
    const software = knownSoftware(name);
    if (software === undefined) return [];
    const rest = clause.slice(match.index + match[0].length, match.index + match[0].length + 60);
    const version = /^v?\d/.test(rest)
      ? firstVersion(rest, !AMBIGUOUS_NAMES.has(name.toLowerCase()))
      : undefined;
    if (version === undefined || !rest.replace(/^v/, "").startsWith(version)) return [];
    return [{ key: factKey(software), value: version, confidence }];
  });
}

/** "Linux 5.15.0-91-generic" */
function kernelIn(clause: string, confidence: number): Clue[] {
  const release = /\blinux (?:kernel )?v?(\d\.\d{1,2}\.\d{1,3}[\w.-]{0,40})/i.exec(clause)?.[1];
  return release === undefined ? [] : [{ key: "software.linux-kernel", value: release, confidence }];
}

/** "Titanium Studio 3.2.3", "CLI version 3.2.0": a name of its own before a version with at least two dots. */
function unknownNamesIn(clause: string, confidence: number): Clue[] {
  return matchesOf(clause, UNKNOWN).flatMap((match) => {
    const name = match[1] ?? "";
    if (NO_NAME.test(name) || knownSoftware(name) !== undefined || findOperatingSystems(name).length > 0)
      return [];
    const rest = clause.slice(match.index + match[0].length, match.index + match[0].length + 60);
    const version = firstVersion(rest);
    if (version === undefined || !rest.startsWith(version)) return [];
    if (match[2] === undefined && version.split(".").length < 3) return [];
    return [{ key: factKey(softwareOf(name)), value: version, confidence }];
  });
}

const UNKNOWN =
  /(?<![\w.@/-])([A-Z][A-Za-z+-]{1,20}(?: [A-Z][A-Za-z+-]{1,20}){0,2}),? (?:(version|build|v\.?|ver\.?):? ?)?v?(?=\d{1,4}\.\d)/g;
const NO_NAME =
  /^(?:Red Hat|SUSE|Homebrew|MacPorts|Version|Release|Step|Section|Chapter|Table|Figure|On|In|At|The|Since|After|Before|With|Using|From|For|To|And|Or|Update|HTTP|TLS|SSL|USB|OpenGL|UTF|RFC|CVE|License|Line|Port|Also|My|It|Error|Warning|Build|Fixed|See|Item|Point|Rule|Level|IP|Server|Client|Address)\b/;

/** "Widgets 1.2", "widgets master (1a2b3c4)", "from commit 1a2b3c4": the project's own version. */
function projectIn(clause: string, project: string, confidence: number): Clue[] {
  const software = softwareOf(project);
  const key = factKey(software);
  const at = clause.toLowerCase().indexOf(project.toLowerCase());
  const after = at < 0 ? "" : clause.slice(at + project.length, at + project.length + 40);
  const version = /^(?:,? ?(?:version|v\.?|release|@))? ?v?\d+\.\d/i.test(after)
    ? firstVersion(after)
    : undefined;
  if (version !== undefined) return [{ key, value: version, confidence }];
  if (!/\b(?:master|main|head|commit|revision|rev|trunk|clone|checkout|built from|git)\b/i.test(clause))
    return [];
  const commit = firstCommit(clause);
  return commit === undefined ? [] : [{ key, value: commit, confidence }];
}
