const assert = require("node:assert");
const test = require("node:test");
const { find } = require("../find.js");

test("finds by a part of the title", () => {
  assert.deepStrictEqual(find("fire"), [2]);
  assert.deepStrictEqual(find("("), []);
});
