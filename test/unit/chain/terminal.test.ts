import { expect, test } from "@jest/globals";
import { looksLikeCommand } from "../../../src/chain/terminal.js";

test.each(["npm install react@18", "git clone https://example.org/x.git"])("%s is a command", (line) => {
  expect(looksLikeCommand(line)).toBe(true);
});

test.each([
  "npm error code ERESOLVE",
  "npm ERR! peer react",
  "npm warn deprecated x",
  "yarn info no lockfile",
])("%s is what a program printed", (line) => {
  expect(looksLikeCommand(line)).toBe(false);
});
