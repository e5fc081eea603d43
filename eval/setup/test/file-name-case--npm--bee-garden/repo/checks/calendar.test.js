import assert from "node:assert";
import test from "node:test";
import { blooming } from "../lib/calendar.js";

test("May", () => {
  assert.deepStrictEqual(blooming([["lime", 6, 7], ["apple", 4, 5], ["apple", 5, 5]], 5), ["apple"]);
});
