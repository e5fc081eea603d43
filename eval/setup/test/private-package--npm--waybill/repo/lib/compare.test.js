import assert from "node:assert";
import test from "node:test";
import { changes } from "./compare.js";

test("only what differs", () => {
  assert.deepStrictEqual(changes({ to: "Kiel", boxes: [1] }, { to: "Kiel", boxes: [1, 2], by: "rail" }), ["boxes", "by"]);
});
