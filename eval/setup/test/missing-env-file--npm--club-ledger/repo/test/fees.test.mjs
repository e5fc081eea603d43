import assert from "node:assert";
import test from "node:test";
import { invoice } from "../src/fees.mjs";

test("an invoice carries the fee", () => {
  const { id, cents } = invoice("Ada");
  assert.strictEqual(id.length, 8);
  assert.ok(cents > 0);
});
