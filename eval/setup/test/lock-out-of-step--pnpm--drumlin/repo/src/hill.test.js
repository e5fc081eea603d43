import assert from "node:assert";
import test from "node:test";
import { profile } from "./hill.js";

test("flat at both ends", () => {
  const heights = profile(30, 4);
  assert.strictEqual(heights.length, 5);
  assert.strictEqual(heights[2], 30);
  assert.ok(Math.abs(heights[4]) < 1e-9);
});
