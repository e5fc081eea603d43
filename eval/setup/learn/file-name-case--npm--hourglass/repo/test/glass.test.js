const assert = require("node:assert");
const test = require("node:test");
const { Glass, show } = require("../src");

test("turning swaps the sand", () => {
  const glass = new Glass(90_000);
  glass.run(30_000);
  glass.turn();
  assert.strictEqual(show(glass.above), "0:30");
});
