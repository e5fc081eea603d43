import assert from "node:assert";
import test from "node:test";
import { lamps } from "./lamps.js";

test("bits are lamps", () => {
  assert.strictEqual(lamps(0b101), "red green");
});
