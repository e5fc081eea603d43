const assert = require("node:assert");
const test = require("node:test");
const { sheets } = require("../layout.js");

test("a large poster", () => {
  assert.strictEqual(sheets({ width: 594, height: 841 }), 9);
});
