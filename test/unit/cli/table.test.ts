import { expect, test } from "@jest/globals";
import { formatTable } from "../../../src/cli/table.js";

test("pads to the widest cell and aligns numbers to the right", () => {
  const table = formatTable(
    ["name", "n"],
    [
      ["recall", 7],
      ["fingerprints", 120],
    ],
  );
  expect(table.split("\n")).toEqual(["name            n", "recall          7", "fingerprints  120"]);
});

test("colour codes do not count as width", () => {
  expect(formatTable(["a", "b"], [["\u001b[31mred\u001b[39m", "x"]]).split("\n")[1]).toBe(
    "\u001b[31mred\u001b[39m  x",
  );
});
