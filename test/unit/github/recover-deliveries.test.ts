import { beforeEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MnemeError } from "../../../src/errors.js";
import { createRecovery, findMissed, type SentDelivery } from "../../../src/github/recover-deliveries.js";

const HOUR = 3_600_000;
let now: number;
let sent: SentDelivery[];
let asked: string[];
let looks: number[];
let slept: number;

beforeEach(() => {
  now = 1_000 * HOUR;
  sent = [];
  asked = [];
  looks = [];
  slept = 0;
});

function attempt(id: string, guid: string, accepted: boolean, at = now): SentDelivery {
  return { id, guid, accepted, at };
}

function recovery(redeliver = (id: string): Promise<void> => Promise.resolve(void asked.push(id))) {
  return createRecovery({
    deliveries: {
      since: (at) => {
        looks.push(at);
        return Promise.resolve(sent.filter((delivery) => delivery.at >= at).reverse());
      },
      redeliver,
    },
    log: { info: () => undefined, warn: () => undefined },
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve(void (slept += ms));
    },
  });
}

const { signal } = new AbortController();

test("what no attempt brought home is asked for once, by its newest attempt, oldest first", async () => {
  sent = [
    attempt("1", "lost", false, now - 5 * HOUR),
    attempt("2", "worked", true, now - 4 * HOUR),
    attempt("3", "recovered", false, now - 3 * HOUR),
    attempt("4", "lost twice", false, now - 2 * HOUR),
    attempt("5", "recovered", true, now - 2 * HOUR),
    attempt("6", "lost twice", false, now - HOUR),
  ];
  await recovery()(signal);
  expect(asked).toEqual(["1", "6"]);
  expect(slept).toBe(340);
});

test("told to come back later, it asks for the rest then", async () => {
  sent = Array.from({ length: 3 }, (_, n) => attempt(String(n), `lost ${String(n)}`, false));
  const began = now;
  const times: number[] = [];
  await recovery(() => {
    times.push(now - began);
    if (times.length > 1) return Promise.resolve();
    const details = { retryable: true, retryAfterMs: 120_000 };
    return Promise.reject(new MnemeError("rate_limited", "later", details));
  })(signal);
  expect(times).toEqual([0, 120_000, 120_340]);
});

test("asks at GitHub's pace, whether answers are slow or at once", async () => {
  sent = Array.from({ length: 5 }, (_, n) => attempt(String(n), `lost ${String(n)}`, false));
  const began = now;
  const times: number[] = [];
  const answersIn = [0, 200, 1_000, 0, 0];
  await recovery((id) => {
    times.push(now - began);
    now += answersIn[Number(id)] ?? 0;
    return Promise.resolve();
  })(signal);
  expect(times).toEqual([0, 340, 680, 1_680, 2_020]);
});

test("the first look goes back three days, the next to the oldest that was missing, or to where nothing was", async () => {
  sent = [attempt("1", "lost", false, now - HOUR)];
  const look = recovery();
  const began = now;
  await look(signal);
  now += HOUR;
  await look(signal);
  sent.push(attempt("2", "lost", true, now));
  now += HOUR;
  await look(signal);
  const emptyAt = now;
  now += HOUR;
  await look(signal);
  const lostAt = began - HOUR;
  expect(looks).toEqual([began - 72 * HOUR, lostAt - 600_000, lostAt - 600_000, emptyAt - 600_000]);
  expect(asked).toEqual(["1", "1"]);
});

test("one that cannot be asked for does not keep the others from it", async () => {
  sent = [attempt("1", "a", false, now - 2), attempt("2", "b", false, now - 1)];
  await recovery((id) => {
    asked.push(id);
    return id === "1" ? Promise.reject(new Error("gone")) : Promise.resolve();
  })(signal);
  expect(asked).toEqual(["1", "2"]);
});

test("a delivery that fails again and again is left at last", () => {
  const attempts = Array.from({ length: 20 }, (_, n) => attempt(String(n), "poison", false, n));
  expect(findMissed(attempts)).toEqual([]);
  expect(findMissed(attempts.slice(1))).toHaveLength(1);
});

test("each guid is asked for at most once, and exactly if none of its attempts was accepted", () => {
  const arbitrary = fc.array(
    fc.record({
      id: fc.nat().map(String),
      guid: fc.constantFrom("a", "b", "c", "d"),
      accepted: fc.boolean(),
      at: fc.nat(),
    }),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(arbitrary, (attempts) => {
      const guids = new Set(attempts.map(({ guid }) => guid));
      const home = new Set(attempts.filter(({ accepted }) => accepted).map(({ guid }) => guid));
      const missed = findMissed(attempts).map(({ guid }) => guid);
      expect(missed).toHaveLength(new Set(missed).size);
      expect(new Set(missed)).toEqual(new Set([...guids].filter((guid) => !home.has(guid))));
    }),
  );
});
