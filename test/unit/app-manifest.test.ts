import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { SUBSCRIBED_EVENTS } from "../../src/app.js";

const manifest = parse(readFileSync(new URL("../../app.yml", import.meta.url), "utf8")) as {
  public: boolean;
  default_events: string[];
  default_permissions: Record<string, string>;
};

test("the manifest asks for the events that are handled, and for no more rights than are used", () => {
  expect(manifest.default_events.sort()).toEqual([...SUBSCRIBED_EVENTS].sort());
  expect(manifest.default_permissions).toEqual({
    metadata: "read",
    issues: "write",
    contents: "read",
    pull_requests: "read",
  });
  expect(manifest.public).toBe(false);
});
