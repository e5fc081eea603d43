const assert = require("node:assert");
const test = require("node:test");
const { priceTag } = require("../src/price");

test("the discount is taken off", () => {
  assert.match(priceTag(1000), /^\d+\.\d\d [A-Z]{3}$/);
});
