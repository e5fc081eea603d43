import { findArchitecture } from "./architecture.js";
import { type Clue, SURE } from "./clue.js";
import { factKey, knownSoftware } from "./known-software.js";
import { operatingSystemClues } from "./operating-system-clues.js";
import { firstVersion } from "./version-text.js";

/** "[✓] Widgets (Channel stable, 3.16.5, on macOS 13.6.3 darwin-arm64)", "[!] Tools - for iOS (Tools 15.1)" */
const CHECKED = /^\s{0,8}\[[✓✔√✗✘!•x]\] ([^()]{1,80}) \(([^()]{2,200})\)/i;

/** "• Java version OpenJDK Runtime Environment (build 17.0.7+0-b2043)" */
const JAVA = /\bJava version [^()]{0,80}\(build (\d{1,3}(?:\.\d{1,4}){0,3})/;

/** A line of what a tool's doctor checked: what it is, and in brackets its version and where it runs. */
export function recogniseChecklist(line: string): Clue[] {
  const java = JAVA.exec(line.slice(0, 400))?.[1];
  if (java !== undefined) return [{ key: "runtimes.java", value: java, confidence: SURE.output }];
  const checked = CHECKED.exec(line.slice(0, 400));
  if (checked?.[1] === undefined || checked[2] === undefined) return [];
  const title = checked[1];
  return checked[2].split(", ").flatMap((piece) => {
    if (/^on /i.test(piece)) return machineClues(piece);
    const version = firstVersion(piece);
    if (version === undefined) return [];
    const before = piece.slice(0, piece.indexOf(version)).replace(/(?:^|\s)(?:version )?v?$/i, "");
    const software = knownSoftware(before.trim() === "" ? title : before);
    return software === undefined
      ? []
      : [{ key: factKey(software), value: version, confidence: SURE.output }];
  });
}

function machineClues(piece: string): Clue[] {
  const arch = findArchitecture(piece);
  return [
    ...operatingSystemClues(piece, SURE.output),
    ...(arch === undefined ? [] : [{ key: "arch", value: arch, confidence: SURE.output }]),
  ];
}
