import assert from "node:assert";
import test from "node:test";
import dedent from "dedent";
import { findExtremes } from "./extremes.mjs";
import { parseOptions } from "./options.mjs";

test("station and file", () => {
  assert.deepStrictEqual(parseOptions(["--station", "pier", "a.csv"]), { station: "pier", file: "a.csv" });
});

test("extremes", () => {
  const csv = dedent`
    time,level
    00:00,1.2
    06:00,4.8
    12:00,0.9
  `;
  assert.deepStrictEqual(findExtremes(csv), { high: 4.8, low: 0.9 });
});
