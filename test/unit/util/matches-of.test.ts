import { expect, test } from "@jest/globals";
import { matchesOf } from "../../../src/util/matches-of.js";

test.each([
  ["node 18.2 and npm 9.1", /([a-z]{2,9}) (\d{1,3})/g],
  ["no number", /\d+/g],
  ["ab", /x*/g],
  ["Ubuntu ubuntu", /\bubuntu\b/gi],
])("%j gives what matchAll gives, again and again", (text, pattern) => {
  const wanted = [...text.matchAll(pattern)];
  expect(matchesOf(text, pattern)).toEqual(wanted);
  expect(matchesOf(text, pattern)).toEqual(wanted);
});
