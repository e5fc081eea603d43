const assert = require("node:assert");
const test = require("node:test");
const { asHtml, quoteOf } = require("..");

test("one day, one quote", () => {
  assert.strictEqual(quoteOf("2024-05-01"), quoteOf("2024-05-01"));
  assert.match(asHtml("2024-05-01"), /^<q>.*<\/q>$/);
});
