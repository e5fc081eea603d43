import assert from "node:assert";
import test from "node:test";
import { report } from "./report.js";

test("knots and their name", () => {
  assert.strictEqual(report(0.5), "1 knot, light air");
  assert.strictEqual(report(5), "10 knots, gentle breeze");
});
