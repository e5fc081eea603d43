import assert from "node:assert";
import test from "node:test";
import { inOrder } from "./order.js";

test("QA 9 stands before QA 76", () => {
  assert.deepStrictEqual(inOrder(["QA 76", "QA 9"]), ["QA 9", "QA 76"]);
});
