const assert = require("node:assert");
const { readFileSync } = require("node:fs");

assert.match(readFileSync("dist/main.js", "utf8"), /EUR/);
