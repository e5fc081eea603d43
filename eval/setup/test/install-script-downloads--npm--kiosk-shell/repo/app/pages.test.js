const assert = require("node:assert");
const test = require("node:test");
const { isAllowed } = require("./pages");

test("no other sites", () => {
  assert.ok(isAllowed("file:///opt/kiosk/index.html"));
  assert.ok(!isAllowed("gopher://example.org/"));
});
