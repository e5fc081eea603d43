import { describe, expect, test } from "@jest/globals";
import { load } from "sqlite-vec";
import { addVectorFunctions } from "../../../../src/memory/index/sqlite/vector-functions.js";
import { SqliteDatabase } from "../../../../src/sqlite/driver.js";

const vectors = [
  [1, 0, 0, 0],
  [0.6, 0.8, 0, 0],
  [-1, 0, 0, 0],
  [3, 4, 0, 12],
  [0, 0, 0, 0],
].map((numbers) => Buffer.from(Float32Array.from(numbers).buffer));

function distances(loadExtension: typeof load): unknown[] {
  const database = new SqliteDatabase(":memory:");
  addVectorFunctions(database, loadExtension);
  const distance = database.prepare("SELECT vec_distance_cosine(?, ?)").pluck();
  const all = vectors.flatMap((a) => vectors.map((b) => distance.get(a, b)));
  database.close();
  return all.map((each) => (typeof each === "number" ? Number(each.toFixed(5)) : each));
}

describe("distances of vectors", () => {
  test("the extension loads here", () => {
    const database = new SqliteDatabase(":memory:");
    load(database);
    expect(database.prepare("SELECT vec_version()").pluck().get()).toMatch(/^v\d/);
    database.close();
  });

  test("are the same where the extension cannot be loaded", () => {
    const own = distances(() => {
      throw new Error("no build for this platform");
    });
    expect(own).toEqual(distances(load));
    expect(own.slice(0, 5)).toEqual([0, 0.4, 2, Number((1 - 3 / 13).toFixed(5)), null]);
  });
});
