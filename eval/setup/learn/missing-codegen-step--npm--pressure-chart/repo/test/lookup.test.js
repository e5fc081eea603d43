const assert = require("node:assert");
const test = require("node:test");
const { codeOf } = require("../src/lookup.js");

test("misspelt names are found", () => {
  assert.strictEqual(codeOf("Bergn"), "BGO");
});
