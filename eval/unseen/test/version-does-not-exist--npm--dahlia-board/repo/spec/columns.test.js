import assert from "node:assert";
import { test } from "node:test";
import { due } from "../board/columns.js";

test("a card is due some days later", () => {
  assert.equal(due(new Date(2024, 0, 30), 3), "2024-02-02");
});
