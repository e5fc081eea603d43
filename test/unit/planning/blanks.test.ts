import { expect, test } from "@jest/globals";
import { blankIn, tellBlank } from "../../../src/planning/blanks.js";

test.each([
  ["git ls-remote URL", "URL"],
  ["npm config set python PATH", "PATH"],
  ["conda create -n fresh python=VERSION pandas", "VERSION"],
  ["npm install frobnicate@<version>", "<version>"],
  ["docker logs <its container>", "<its container>"],
  ["export PATH=$PATH:/opt/bin", null],
  ["echo ${HOST} %PATH%", null],
  ["DATABASE=app make migrate", null],
  ["git reset --hard HEAD", null],
  ["psql -c 'select * from USER'", null],
  ["cmake -DPATH_TO_X=1 -DCMAKE_BUILD_TYPE=Debug", null],
  ["sort < names.txt > sorted.txt", null],
])("%s leaves %s to the reader", (command, blank) => {
  expect(blankIn(command)).toBe(blank);
});

test("a command with a blank is told in words", () => {
  expect(tellBlank("git ls-remote URL", "URL")).toBe("`git ls-remote URL`, with your own in place of `URL`");
});
