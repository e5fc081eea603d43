const assert = require("node:assert");
const test = require("node:test");
const { chain } = require("../windlass.js");

test("four times", () => {
  assert.strictEqual(chain(5), 24);
});
