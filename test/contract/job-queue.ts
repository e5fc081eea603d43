import { afterEach, describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../src/errors.js";
import type { Job, JobQueue, JobWorker, NewJob } from "../../src/jobs/queue.js";
import { until } from "../support/server-process.js";

export interface JobQueueFixture {
  /** Another queue on the same store: as another process would open it. */
  open(): Promise<JobQueue>;
  /** Ends the store. */
  dispose(): Promise<void>;
}

function job(key: string, queue = `thread:1#${key}`, more: Partial<NewJob> = {}): NewJob {
  return { kind: "run", queue, key, payload: { key }, ...more };
}

/** What every job queue does. Run on each adapter. */
export function describeJobQueue(name: string, create: () => Promise<JobQueueFixture>): void {
  describe(`job queue: ${name}`, () => {
    const closing: (() => Promise<void>)[] = [];

    async function fixture(): Promise<{ queue: JobQueue; open: () => Promise<JobQueue> }> {
      const made = await create();
      closing.push(() => made.dispose());
      const open = async (): Promise<JobQueue> => {
        const queue = await made.open();
        closing.push(() => queue.close());
        return queue;
      };
      return { queue: await open(), open };
    }

    function work(queue: JobQueue, ...rest: Parameters<JobQueue["work"]>): JobWorker {
      const worker = queue.work(...rest);
      closing.push(() => worker.stop(0));
      return worker;
    }

    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    test("gives the payload to the handler once, and keeps the job as done", async () => {
      const { queue } = await fixture();
      const seen: unknown[] = [];
      work(queue, async (taken) => void seen.push(await Promise.resolve(taken.payload)));
      expect(await queue.enqueue(job("a", "q", { payload: { text: "ümläut \u0001 🚀" } }))).toBe("enqueued");
      await queue.idle();
      expect(seen).toEqual([{ text: "ümläut \u0001 🚀" }]);
      const [done] = await queue.list({ states: ["done"] });
      expect(done).toMatchObject({
        key: "a",
        kind: "run",
        queue: "q",
        state: "done",
        attempt: 1,
        last_error: null,
      });
    });

    test("a job that is told to come back later waits as long, is no try nearer its end, and holds up no other", async () => {
      const { queue } = await fixture();
      const seen: string[] = [];
      const attempts: number[] = [];
      const handler = (taken: Job): Promise<void> => {
        seen.push(taken.key);
        if (taken.key !== "limited") return Promise.resolve();
        attempts.push(taken.attempt);
        if (attempts.length > 3) return Promise.resolve();
        const details = { retryable: true, retryAfterMs: 100 };
        return Promise.reject(new MnemeError("rate_limited", "come back later", details));
      };
      await queue.enqueue(job("limited"));
      await queue.enqueue(job("other"));
      work(queue, handler, { concurrency: 1, max_attempts: 2 });
      await queue.idle();
      expect(seen.slice(0, 2)).toEqual(["limited", "other"]);
      expect(attempts).toEqual([1, 1, 1, 1]);
      expect(await queue.list({ states: ["failed"] })).toEqual([]);
    });

    test("the same key is one job, also while it runs, when it is done, and from another process", async () => {
      const { queue, open } = await fixture();
      const other = await open();
      let count = 0;
      expect(await queue.enqueue(job("a"))).toBe("enqueued");
      expect(await queue.enqueue(job("a"))).toBe("duplicate");
      expect(await other.enqueue(job("a"))).toBe("duplicate");
      work(queue, async () => {
        count += 1;
        expect(await queue.enqueue(job("a"))).toBe("duplicate");
      });
      await queue.idle();
      expect(await other.enqueue(job("a"))).toBe("duplicate");
      await queue.idle();
      expect(count).toBe(1);
    });

    test("jobs of one queue run one after the other in order, different queues side by side", async () => {
      const { queue, open } = await fixture();
      const running = new Map<string, number>();
      const order: string[] = [];
      let most = 0;
      const handler = async (taken: Job): Promise<void> => {
        const now = (running.get(taken.queue) ?? 0) + 1;
        running.set(taken.queue, now);
        expect(now).toBe(1);
        most = Math.max(
          most,
          [...running.values()].reduce((sum, n) => sum + n, 0),
        );
        order.push(taken.key);
        // The first of each queue end only when both are at work: whether the others meet is chance.
        if (taken.key === "0" || taken.key === "1") await until(() => most > 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.set(taken.queue, 0);
      };
      for (let n = 0; n < 20; n++) await queue.enqueue(job(String(n), n % 2 === 0 ? "even" : "odd"));
      work(queue, handler, { concurrency: 4 });
      work(await open(), handler, { concurrency: 4 });
      await queue.idle();
      expect(order.filter((key) => Number(key) % 2 === 0)).toEqual([
        "0",
        "2",
        "4",
        "6",
        "8",
        "10",
        "12",
        "14",
        "16",
        "18",
      ]);
      expect(order).toHaveLength(20);
      expect(most).toBeGreaterThan(1);
    });

    test("a retryable error is tried again, later, and counts its tries", async () => {
      const { queue } = await fixture();
      const attempts: number[] = [];
      work(queue, (taken) => {
        attempts.push(taken.attempt);
        if (taken.attempt < 3) throw new MnemeError("unavailable", "GitHub is away", { retryable: true });
        return Promise.resolve();
      });
      await queue.enqueue(job("a"));
      await queue.idle();
      expect(attempts).toEqual([1, 2, 3]);
      expect(await queue.list({ states: ["done"] })).toHaveLength(1);
    });

    test("any other error sets the job aside, visible with its message; retry gives it another chance", async () => {
      const { queue } = await fixture();
      let broken = true;
      work(queue, () => (broken ? Promise.reject(new Error("no such\n  luck")) : Promise.resolve()));
      await queue.enqueue(job("a"));
      await queue.idle();
      const [failed] = await queue.list({ states: ["failed"] });
      expect(failed).toMatchObject({ key: "a", state: "failed", attempt: 1, last_error: "no such luck" });
      broken = false;
      expect(await queue.retry(failed?.id ?? "")).toBe(true);
      await queue.idle();
      expect(await queue.list({ states: ["done"] })).toHaveLength(1);
      expect(await queue.retry(failed?.id ?? "")).toBe(false);
    });

    test("a job that never succeeds is set aside after the tries that are allowed", async () => {
      const { queue } = await fixture();
      let tries = 0;
      const handler = (): Promise<void> => {
        tries += 1;
        return Promise.reject(new MnemeError("unavailable", "away", { retryable: true }));
      };
      work(queue, handler, { max_attempts: 2 });
      await queue.enqueue(job("a"));
      await queue.idle();
      expect(tries).toBe(2);
      expect(await queue.list({ states: ["failed"] })).toMatchObject([{ attempt: 2, last_error: "away" }]);
    });

    test("a delivery that comes again after its job was set aside is worked again", async () => {
      const { queue } = await fixture();
      let broken = true;
      work(queue, () => (broken ? Promise.reject(new Error("x")) : Promise.resolve()));
      await queue.enqueue(job("a"));
      await queue.idle();
      broken = false;
      expect(await queue.enqueue(job("a"))).toBe("enqueued");
      await queue.idle();
      expect(await queue.list()).toMatchObject([{ key: "a", state: "done" }]);
    });

    test("a job set for later waits, and does not hold up its queue", async () => {
      const { queue } = await fixture();
      const order: string[] = [];
      await queue.enqueue(job("later", "q", { run_at: Date.now() + 700 }));
      await queue.enqueue(job("now", "q"));
      work(queue, async (taken) => void order.push(await Promise.resolve(taken.key)));
      await queue.idle();
      expect(order).toEqual(["now", "later"]);
    });

    test("of those that are due the one that was due first is worked first", async () => {
      const { queue } = await fixture();
      const order: string[] = [];
      await queue.enqueue(job("came first"));
      await queue.enqueue(job("due first", "other", { run_at: 0 }));
      work(queue, async (taken) => void order.push(await Promise.resolve(taken.key)), { concurrency: 1 });
      await queue.idle();
      expect(order).toEqual(["due first", "came first"]);
    });

    test("stopping gives a job that runs too long back, and another process works it", async () => {
      const { queue, open } = await fixture();
      const started: string[] = [];
      const worker = work(queue, async (taken, signal) => {
        started.push(taken.key);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw new Error("stopped");
      });
      await queue.enqueue(job("a"));
      while (started.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await worker.stop(20);
      expect(await queue.list()).toMatchObject([{ key: "a", state: "waiting", attempt: 0 }]);
      const attempts: number[] = [];
      work(await open(), async (taken) => void attempts.push(await Promise.resolve(taken.attempt)));
      await queue.idle();
      expect(attempts).toEqual([1]);
    });

    test("counts who works: not who only enqueues, nor who left", async () => {
      const { queue, open } = await fixture();
      const other = await open();
      expect(await queue.workers()).toBe(0);
      const done = (): Promise<void> => Promise.resolve();
      work(queue, done);
      work(other, done);
      await queue.enqueue(job("a"));
      await until(async () => (await queue.workers()) === 2);
      await other.close();
      await until(async () => (await queue.workers()) === 1);
    });

    test("a job that is dropped is not worked, and its key stays known", async () => {
      const { queue } = await fixture();
      const worked: string[] = [];
      await queue.enqueue(job("waiting"));
      const [waiting] = await queue.list();
      expect(await queue.drop(waiting?.id ?? "")).toBe(true);
      const worker = work(queue, (taken) => {
        worked.push(taken.key);
        return Promise.reject(new Error("poison"));
      });
      await queue.enqueue(job("poison"));
      await queue.idle();
      await worker.stop(0);
      const [poison] = await queue.list({ states: ["failed"] });
      expect(await queue.drop(poison?.id ?? "")).toBe(true);
      expect(await queue.drop(poison?.id ?? "")).toBe(false);
      expect(await queue.drop("no such job")).toBe(false);
      expect(worked).toEqual(["poison"]);
      expect(await queue.enqueue(job("poison"))).toBe("duplicate");
      expect(await queue.list()).toMatchObject([
        { key: "poison", state: "done", last_error: "dropped" },
        { key: "waiting", state: "done", last_error: "dropped" },
      ]);
    });

    test("lists by state and queue, newest first, no more than asked for", async () => {
      const { queue } = await fixture();
      for (const key of ["a", "b", "c"]) await queue.enqueue(job(key, key === "b" ? "q2" : "q1"));
      expect((await queue.list({ queue: "q1" })).map(({ key }) => key)).toEqual(["c", "a"]);
      expect((await queue.list({ limit: 2 })).map(({ key }) => key)).toEqual(["c", "b"]);
      expect(await queue.list({ states: ["failed", "done"] })).toEqual([]);
    });
  });
}
