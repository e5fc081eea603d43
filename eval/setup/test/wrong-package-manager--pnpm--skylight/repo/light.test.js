import assert from "node:assert";
import test from "node:test";
import { check, through } from "./light.js";

test("two panes", () => {
  assert.strictEqual(through(2, 0.5), 0.25);
  assert.throws(() => check(false));
});
