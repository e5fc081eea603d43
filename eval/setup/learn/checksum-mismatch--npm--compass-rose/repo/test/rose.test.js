const assert = require("node:assert");
const test = require("node:test");
const { point } = require("../rose.js");

test("one and many", () => {
  assert.strictEqual(point(359), "north");
  assert.deepStrictEqual(point([91, 181]), ["east", "south"]);
});
