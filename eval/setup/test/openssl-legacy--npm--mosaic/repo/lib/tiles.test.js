const assert = require("node:assert");
const test = require("node:test");
const { nameOf } = require("./tiles.js");

test("the server's own example", () => {
  assert.strictEqual(nameOf("abc"), "a448017aaf21.tile");
});
