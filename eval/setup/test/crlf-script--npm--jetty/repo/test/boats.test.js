const assert = require("node:assert");
const test = require("node:test");
const { boats } = require("..");

test("all boats", async () => {
  assert.deepStrictEqual(await boats(), ["GULL", "TERN"]);
});
