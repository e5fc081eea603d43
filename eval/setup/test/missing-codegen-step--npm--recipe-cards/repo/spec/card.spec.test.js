import assert from "node:assert";
import test from "node:test";
import { card } from "../lib/card.js";

test("both languages", () => {
  const recipe = { name: "fish soup", people: 4, minutes: 30 };
  assert.strictEqual(card(recipe, "en"), "Fish Soup: Serves 4, 30 minutes");
  assert.strictEqual(card(recipe, "nb"), "Fish Soup: Til 4, 30 minutter");
});
