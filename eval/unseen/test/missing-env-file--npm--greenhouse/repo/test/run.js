const assert = require("assert");
assert.equal(require("../lib/load")().sensors, 3);
