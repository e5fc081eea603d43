const assert = require("node:assert");
const test = require("node:test");
const tally = require("..");

test("bits", () => {
  assert.strictEqual(tally(0b1011), 3);
});
