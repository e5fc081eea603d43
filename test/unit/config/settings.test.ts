import { expect, test } from "@jest/globals";
import { readSettings, settingsTable } from "../../../src/config/settings.js";

test("an empty environment gives the defaults, and empty variables count as not set", () => {
  const settings = readSettings({ DATABASE_URL: "", MNEME_RUN_STEPS: " " });
  expect(settings.MNEME_DATA).toBe(".mneme");
  expect(settings.MNEME_RUN_STEPS).toBe(8);
  expect(settings.DATABASE_URL).toBeUndefined();
});

test("lists are split and trimmed", () => {
  expect(readSettings({ MNEME_SEARCH_HOSTS: "a.example, b.example," }).MNEME_SEARCH_HOSTS).toEqual([
    "a.example",
    "b.example",
  ]);
});

test("all mistakes are reported at once, by name", () => {
  expect(() =>
    readSettings({ MNEME_RUN_STEPS: "many", MNEME_SANDBOX: "vm", DATABASE_URL: "mysql://x/y" }),
  ).toThrow(
    expect.objectContaining({
      code: "bad_config",
      message: expect.stringMatching(/DATABASE_URL: .*MNEME_SANDBOX: .*MNEME_RUN_STEPS: /),
    }),
  );
});

test("the table has a row for each variable, with its default", () => {
  expect(settingsTable()).toContain("| `MNEME_RUN_STEPS` | `8` | Most steps of one run. |");
});
