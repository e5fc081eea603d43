import { expect, test } from "@jest/globals";
import { GroupCommit } from "../../../src/jobs/sqlite/group-commit.js";

function create(fails: () => boolean): { group: GroupCommit<string, string>; log: string[] } {
  const log: string[] = [];
  const group = new GroupCommit<string, string>({
    transact: (work) => {
      log.push("begin");
      const results = work();
      if (fails()) throw new Error("disk full");
      log.push("commit");
      return results;
    },
    write: (item) => {
      log.push(item);
      return item.toUpperCase();
    },
    onCommit: (results) => log.push(`told ${results.join("")}`),
  });
  return { group, log };
}

test("what arrives in one turn is one transaction, and nobody goes on before its commit", async () => {
  const { group, log } = create(() => false);
  const answers = await Promise.all(["a", "b", "c"].map(async (item) => `${await group.add(item)}!`));
  expect(answers).toEqual(["A!", "B!", "C!"]);
  expect(log).toEqual(["begin", "a", "b", "c", "commit", "told ABC"]);
});

test("a commit that fails is told to all who waited for it, and later ones go on", async () => {
  let fails = true;
  const { group, log } = create(() => fails);
  const settled = await Promise.allSettled([group.add("a"), group.add("b")]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await group.add("c")).toBe("C");
  expect(log).toEqual(["begin", "a", "b", "begin", "c", "commit", "told C"]);
});

test("flush writes at once, and once", async () => {
  const { group, log } = create(() => false);
  const added = group.add("a");
  group.flush();
  expect(log).toContain("commit");
  expect(await added).toBe("A");
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.filter((entry) => entry === "begin")).toHaveLength(1);
});
