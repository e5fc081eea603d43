const assert = require("node:assert");
const { newest } = require("../marks.js");

assert.strictEqual(newest(["1.2.0", "1.10.0"]), "1.10.0");
