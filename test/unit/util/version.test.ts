import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { VERSION } from "../../../src/util/version.js";

test("the version is the package's", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(VERSION).toBe(manifest.version);
});
