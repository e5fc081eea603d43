const assert = require("node:assert");
const test = require("node:test");
const { byTaste } = require("../blends.js");

test("least bitter first", () => {
  assert.deepStrictEqual(byTaste([{ name: "nettle", bitter: 3 }, { name: "mint", bitter: 1 }]), ["mint", "nettle"]);
});
