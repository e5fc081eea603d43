import { describe, expect, it } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";
import { isTalk } from "../../../src/failures/text/talk.js";

function talk(lines: readonly string[], at: number): boolean {
  return isTalk((offset) => lines[at + offset] ?? "");
}

describe("people's sentences", () => {
  const report = [
    "The lamp does not support dimming when the switch is in the other room",
    "",
    "It would be nice if the lamp could be dimmed from there as well, since the other lamps can.",
    "At the moment it is not allowed to turn the knob of a lamp that is not in the same room.",
  ];

  it("are told from what a program prints by the sentences around them", () => {
    expect(talk(report, 3)).toBe(true);
    expect(talk(["fetching lamp 1.2", "lamp: knob not allowed here", "exit 3"], 1)).toBe(false);
  });

  it("are told by who speaks", () => {
    expect(talk(["I cannot find the lamp"], 0)).toBe(true);
    expect(talk(["<p>the lamp does not exist</p>"], 0)).toBe(true);
    expect(talk(["the lamp does not exist"], 0)).toBe(false);
  });

  it("end where a fence begins", () => {
    const fenced = [...report, "```", "lamp: knob not allowed here", "```", ...report];
    expect(talk(fenced, 5)).toBe(false);
  });

  it("are no failure, and hide none that was pasted below them", () => {
    expect(parseLog(report.join("\n")).failures).toEqual([]);
    const pasted = [...report, "", "lamp: error: cannot find knob", "exit code 3"].join("\n");
    expect(parseLog(pasted).failures[0]?.root_line).toBe("lamp: error: cannot find knob");
  });
});
