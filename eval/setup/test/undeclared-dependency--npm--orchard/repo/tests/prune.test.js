import assert from "node:assert";
import { readFileSync } from "node:fs";
import test from "node:test";
import { toPrune } from "../src/prune.js";

test("plums and cherries in July", () => {
  assert.deepStrictEqual(toPrune(JSON.parse(readFileSync("out/trees.json")), 7), ["plum", "cherry"]);
});
