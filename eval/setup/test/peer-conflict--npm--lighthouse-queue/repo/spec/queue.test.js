import test from "node:test";
import { expect, use } from "chai";
import chaiAsPromised from "chai-as-promised";
import { Queue } from "../queue.js";

use(chaiAsPromised);

test("pushes up to the limit", async () => {
  const queue = new Queue(2);
  await expect(queue.push("a")).to.eventually.equal(1);
});

test("waits for room", async () => {
  const queue = new Queue(1);
  await queue.push("a");
  const later = queue.push("b");
  expect(queue.shift()).to.equal("a");
  await expect(later).to.eventually.equal(1);
});

test("refuses a limit of nothing", async () => {
  await expect(new Queue(0).push("a")).to.be.rejectedWith(RangeError);
});
