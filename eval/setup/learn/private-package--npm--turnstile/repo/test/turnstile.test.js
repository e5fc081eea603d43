const assert = require("node:assert");
const test = require("node:test");
const { Turnstile } = require("../turnstile.js");

test("counts", () => {
  const counts = [];
  const gate = new Turnstile();
  gate.on("count", (n) => counts.push(n));
  gate.pass(3);
  gate.pass(-1);
  assert.deepStrictEqual(counts, [3, 2]);
});
