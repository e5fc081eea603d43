import assert from "node:assert";
import test from "node:test";
import { shelfOf } from "./cellar.js";

test("a bottle keeps its shelf", () => {
  assert.strictEqual(shelfOf("riesling 2019", 12), shelfOf("riesling 2019", 12));
  assert.ok(shelfOf("merlot 2015", 12) < 12);
});
