"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { createPermalinker } = require("../lib/index.js");

test("a heading becomes a slug", () => {
  assert.strictEqual(createPermalinker()("Getting Started!"), "getting-started");
});

test("a second one gets a number", () => {
  const link = createPermalinker();
  link("Notes");
  assert.strictEqual(link("Notes"), "notes-2");
});
