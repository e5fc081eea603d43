import { expect, test } from "@jest/globals";
import { readExperiences } from "../../../src/recall/experience-of.js";

test("the experiences of a fault are read once, however many memories ask for them", async () => {
  const asked: (string | undefined)[] = [];
  const experiences = readExperiences(
    {
      experiences: (_reader, fingerprint) => {
        asked.push(fingerprint);
        return Promise.resolve([]);
      },
      get: () => Promise.resolve([]),
    },
    { scope: { installation: "1", repository: "o/r", visibility: "public" }, share: "repository" },
  );
  const found = await Promise.all(
    ["a", "a", "b", "a"].map(async (fingerprint) => await experiences(fingerprint)),
  );
  expect(found).toEqual([[], [], [], []]);
  expect(asked).toEqual(["a", "b"]);
});
