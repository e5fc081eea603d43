import { expect, test } from "@jest/globals";
import { groupBy } from "../../../src/util/group-by.js";

test("items by key, in the order in which they came; those without a key are left out", () => {
  const groups = groupBy([4, 1, 0, 3, 2], (n) => (n === 0 ? null : n % 2 === 0 ? "even" : "odd"));
  expect([...groups]).toEqual([
    ["even", [4, 2]],
    ["odd", [1, 3]],
  ]);
  expect([...groupBy([], String)]).toEqual([]);
});
