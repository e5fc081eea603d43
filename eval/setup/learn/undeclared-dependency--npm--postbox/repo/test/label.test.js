const assert = require("node:assert");
const test = require("node:test");
const { label } = require("../label.js");

test("every line is as wide as the label", () => {
  assert.deepStrictEqual(label("Ada, Mill Lane 3", 12), ["Ada.........", "Mill Lane 3."]);
});
