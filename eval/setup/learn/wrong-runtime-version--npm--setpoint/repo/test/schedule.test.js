const assert = require("node:assert");
const test = require("node:test");
const { pause, shared } = require("../schedule.js");

test("shared hours", () => {
  assert.deepStrictEqual(shared([6, 7, 8], [7, 8, 9]), [7, 8]);
  assert.strictEqual(pause("2h"), 7_200_000);
});
