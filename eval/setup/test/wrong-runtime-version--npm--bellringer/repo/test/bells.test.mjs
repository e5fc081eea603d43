import assert from "node:assert";
import test from "node:test";
import { bells } from "../lib/bells.mjs";

test("a lesson has 45 minutes", () => {
  assert.deepStrictEqual(bells(new Date(2024, 0, 8, 8, 0), 2), ["08:00", "08:45", "09:30"]);
});
