const test = require("node:test");
const assert = require("node:assert");
test("ajv is there", () => assert.ok(require("ajv")));
