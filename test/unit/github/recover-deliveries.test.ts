import { beforeEach, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import type { SentDelivery } from "../../../src/github/missed-deliveries.js";
import { createRecovery } from "../../../src/github/recover-deliveries.js";

const HOUR = 3_600_000;
let now: number;
let sent: SentDelivery[];
let asked: string[];
/** Pages that were read, by look. */
let pages: number;
let slept: number;
let bookmarks: Map<string, unknown>;

beforeEach(() => {
  now = 1_000 * HOUR;
  sent = [];
  asked = [];
  pages = 0;
  slept = 0;
  bookmarks = new Map();
});

function attempt(id: string, guid: string, accepted: boolean, at = now): SentDelivery {
  return { id, guid, accepted, at };
}

/** GitHub's log in pages of 100, newest first; `next` is the id of the last one that was read. */
function page(next: string | null): Promise<{ deliveries: SentDelivery[]; next: string | null }> {
  pages += 1;
  const newestFirst = [...sent].reverse();
  const start = next === null ? 0 : newestFirst.findIndex(({ id }) => id === next) + 1;
  const deliveries = newestFirst.slice(start, start + 100);
  const isLast = start + 100 >= newestFirst.length;
  return Promise.resolve({ deliveries, next: isLast ? null : (deliveries.at(-1)?.id ?? null) });
}

function recovery(
  redeliver = (id: string): Promise<void> => Promise.resolve(void asked.push(id)),
  read = page,
) {
  return createRecovery({
    deliveries: { page: read, redeliver },
    bookmarks: {
      bookmark: (_scope, name) => Promise.resolve(bookmarks.get(name) ?? null),
      saveBookmark: (_scope, name, value) => Promise.resolve(void bookmarks.set(name, value)),
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

test("the first look goes back three days, the next to the one before", async () => {
  sent = Array.from({ length: 1_000 }, (_, n) => attempt(String(n), `g${String(n)}`, true, now - HOUR));
  sent.unshift(
    attempt("too old", "too old", false, now - 73 * HOUR),
    attempt("old", "old", false, now - 71 * HOUR),
  );
  const look = recovery();
  await look(signal);
  expect(asked).toEqual(["old"]);
  expect(pages).toBe(11);
  now += 60_000;
  sent.push(attempt("again", "old", true));
  await look(signal);
  now += 60_000;
  await look(signal);
  expect(asked).toEqual(["old"]);
  expect(pages).toBe(13);
});

test("what is missing is asked for at each look until an attempt brings it home", async () => {
  sent = [attempt("1", "lost", false, now - HOUR)];
  const look = recovery((id) => {
    asked.push(id);
    sent.push(attempt(`${id}+`, "lost", asked.length === 3));
    return Promise.resolve();
  });
  for (let n = 0; n < 6; n += 1) {
    await look(signal);
    now += HOUR;
  }
  expect(asked).toEqual(["1", "1+", "1++"]);
});

test("a log of any length is read to its end, fifty pages a look", async () => {
  sent = Array.from({ length: 12_000 }, (_, n) =>
    attempt(String(n), `g${String(n)}`, n % 4_000 !== 0, now - HOUR),
  );
  const look = recovery();
  const looks: { pages: number; asked: string[] }[] = [];
  for (let n = 0; n < 4; n += 1) {
    pages = 0;
    asked = [];
    await look(signal);
    looks.push({ pages, asked });
    sent.push(...asked.map((id) => attempt(`${id}+`, `g${id}`, true, now)));
    now += 60_000;
  }
  expect(looks).toEqual([
    { pages: 50, asked: ["8000"] },
    { pages: 50, asked: ["4000"] },
    { pages: 22, asked: ["0"] },
    { pages: 1, asked: [] },
  ]);
});

test("a new process goes on from where nothing was missing, whoever saw that", async () => {
  sent = Array.from({ length: 3_000 }, (_, n) =>
    attempt(String(n), `g${String(n)}`, n !== 2_900, now - HOUR + n),
  );
  await recovery()(signal);
  expect(asked).toEqual(["2900"]);
  now += 60_000;
  pages = 0;
  const other = recovery();
  await other(signal);
  expect(pages).toBe(2);
  expect(asked).toEqual(["2900", "2900"]);
});

test("what another process saw come home is not asked for again", async () => {
  sent = [attempt("1", "lost", false, now - HOUR)];
  const one = recovery();
  await one(signal);
  sent.push(attempt("2", "lost", true));
  now += HOUR;
  await recovery()(signal);
  now += HOUR;
  await one(signal);
  expect(asked).toEqual(["1"]);
});

test("a page that cannot be read is read at the next look, and the others not again", async () => {
  sent = Array.from({ length: 500 }, (_, n) => attempt(String(n), `g${String(n)}`, n !== 1, now - HOUR));
  const read: (string | null)[] = [];
  const look = recovery(undefined, (next) => {
    read.push(next);
    return read.length === 3 ? Promise.reject(new Error("no answer")) : page(next);
  });
  await expect(look(signal)).rejects.toThrow("no answer");
  await look(signal);
  expect(read).toEqual([null, "400", "300", null, "300", "200", "100"]);
  expect(asked).toEqual(["1"]);
});

test("one that cannot be asked for does not keep the others from it", async () => {
  sent = [attempt("1", "a", false, now - 2), attempt("2", "b", false, now - 1)];
  await recovery((id) => {
    asked.push(id);
    return id === "1" ? Promise.reject(new Error("gone")) : Promise.resolve();
  })(signal);
  expect(asked).toEqual(["1", "2"]);
});
