import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { followWorkerCount, type WorkerCount } from "../../../src/workers/worker-count.js";
import { keepLog } from "../../support/kept-log.js";

let count: WorkerCount | undefined;

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  count?.stop();
  jest.useRealTimers();
});

test("what is shared among workers follows their number; an outage leaves it as it was", async () => {
  const answers: (() => Promise<number>)[] = [
    () => Promise.resolve(4),
    () => Promise.reject(new Error("no database")),
    () => Promise.resolve(0),
  ];
  const { log, lines } = keepLog();
  const workers = (): Promise<number> => answers.shift()?.() ?? Promise.resolve(9);
  count = followWorkerCount({ workers }, { atFirst: 0, log });
  const seen = [count.count];
  for (let look = 0; look < 3; look++) {
    await jest.advanceTimersByTimeAsync(15_000);
    seen.push(count.count);
  }
  expect(seen).toEqual([1, 4, 4, 1]);
  expect(lines.join()).toContain("workers not counted");
});
