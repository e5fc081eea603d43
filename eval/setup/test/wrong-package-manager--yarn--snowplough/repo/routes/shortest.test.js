import assert from "node:assert";
import test from "node:test";
import { shortest } from "./shortest.js";

test("round the hill", () => {
  assert.strictEqual(shortest([["a", "b", 9], ["a", "c", 2], ["c", "b", 3]], "a", "b"), 5);
});
