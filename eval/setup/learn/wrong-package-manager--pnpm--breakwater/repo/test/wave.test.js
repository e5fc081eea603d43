const assert = require("node:assert");
const test = require("node:test");
const { behind } = require("../wave.js");

test("a high wall stops a low wave", () => {
  assert.strictEqual(behind(2, 3), 0);
  assert.strictEqual(behind(5, 3), 2);
});
