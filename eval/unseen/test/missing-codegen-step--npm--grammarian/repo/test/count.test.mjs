import { test } from "node:test";
import assert from "node:assert";
import { count } from "../src/index.mjs";
test("counts", () => assert.equal(count("audio"), 4));
