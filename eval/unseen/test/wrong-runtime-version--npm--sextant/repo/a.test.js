const test = require("node:test");
const assert = require("node:assert");
test("groups", () => assert.ok(Array.fromAsync));
