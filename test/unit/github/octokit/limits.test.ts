import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sendWithinLimits } from "../../../../src/github/octokit/honour-limits.js";
import { RateGate } from "../../../../src/github/octokit/rate-gate.js";
import { limitPause, readQuota } from "../../../../src/github/octokit/read-limits.js";

let now = 0;
let slept: number[] = [];
let gate: RateGate;

beforeEach(() => {
  now = 1_000_000;
  slept = [];
  gate = new RateGate(() => now, true);
});

const patience = {
  atMostMs: 3_000,
  now: () => now,
  sleep: (ms: number) => {
    slept.push(ms);
    now += ms;
    return Promise.resolve();
  },
};

const COMMENT = { method: "POST", url: "/repos/{owner}/{repo}/issues/{issue_number}/comments" };
const EDIT = { method: "PATCH", url: "/repos/{owner}/{repo}/issues/comments/{comment_id}" };
const READ = { method: "GET", url: "/repos/{owner}/{repo}/issues/{issue_number}" };
const QUERY = { method: "POST", url: "/graphql", query: "query Q { viewer { login } }" };
const MUTATION = { method: "POST", url: "/graphql", query: " mutation M { x }" };

const ok = { status: 200, headers: {}, data: {} };

function refusal(status: number, headers: Record<string, string>, message = ""): Error {
  return Object.assign(new Error(message), { status, response: { headers, data: {} } });
}

/** Sends, and gives how long after the start it was sent, or what it was refused with. */
async function send(request: object, answers: (typeof ok | Error)[] = [ok]): Promise<unknown> {
  const script = [...answers];
  const began = now;
  try {
    await sendWithinLimits(request as typeof READ, gate, patience, () => {
      const answer = script.shift() ?? ok;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    return now - began;
  } catch (error) {
    return error;
  }
}

describe("pace", () => {
  test("writes are a second apart, reads and GraphQL questions wait for nothing", async () => {
    const sent = [];
    for (const request of [COMMENT, EDIT, READ, QUERY, MUTATION]) sent.push(await send(request));
    expect(sent).toEqual([0, 1000, 0, 0, 1000]);
  });

  test("80 comments a minute and 500 an hour are sent, the next is given back until there is room", async () => {
    for (let n = 0; n < 80; n += 1) {
      expect(typeof (await send(COMMENT))).toBe("number");
      now += 10;
    }
    // Writes are a second apart, so 80 take longer than a minute: none was refused yet.
    gate = new RateGate(() => now, true);
    let sent = 0;
    const start = now;
    for (; now - start < 3_600_000; now += 1_000)
      if (gate.takeTurn({ resource: "core", write: true, content: true }, 0) === 0) sent += 1;
    expect(sent).toBe(500);
    expect(await send(EDIT)).toBe(0);
  });

  test.each([1, 2, 3, 7])("%d processes together keep to the pace of one", (senders) => {
    let clock = 0;
    const gates = Array.from(
      { length: senders },
      () =>
        new RateGate(
          () => clock,
          true,
          () => senders,
        ),
    );
    const sent: number[] = [];
    for (; clock < 3_600_000; clock += 500)
      for (const one of gates)
        if (one.takeTurn({ resource: "core", write: true, content: true }, 0) === 0) sent.push(clock);
    expect(sent.length).toBeLessThanOrEqual(500);
    expect(sent.length).toBeGreaterThan(500 - senders);
    for (const [n, at] of sent.entries())
      if (n >= 80) expect(at - (sent[n - 80] ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  test("in no minute more than 80 comments, in no hour more than 500, whenever they are asked for", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 700 }), (pauses) => {
        let clock = 0;
        const asked = new RateGate(() => clock, true);
        const turns: number[] = [];
        for (const pause of pauses) {
          clock += pause;
          const wait = asked.takeTurn({ resource: "core", write: true, content: true }, 5_000);
          if (wait <= 5_000) turns.push(clock + wait);
        }
        for (const [n, turn] of turns.entries()) {
          if (n > 0) expect(turn - (turns[n - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
          if (n >= 80) expect(turn - (turns[n - 80] ?? 0)).toBeGreaterThanOrEqual(60_000);
          if (n >= 500) expect(turn - (turns[n - 500] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("refusals", () => {
  test.each([403, 429])("a short retry-after with %d is waited for, once", async (status) => {
    expect(await send(READ, [refusal(status, { "retry-after": "2" }), ok])).toBe(2_000);
    const again = refusal(status, { "retry-after": "2" });
    expect(await send(READ, [again, again, ok])).toBe(again);
  });

  test.each([403, 429])(
    "a long one with %d is not waited for: nothing more is sent until then",
    async (status) => {
      const limit = refusal(status, { "retry-after": "60" });
      expect(await send(READ, [limit])).toBe(limit);
      now += 20_000;
      const refused = { code: "rate_limited", retryable: true, retryAfterMs: 40_000 };
      expect(await send(READ)).toMatchObject(refused);
      expect(await send(QUERY)).toMatchObject(refused);
      now += 38_000;
      expect(await send(READ)).toBe(2_000);
      expect(slept).toEqual([2_000]);
    },
  );

  test("a spent quota closes its own resource until the reset, also where the answer was good", async () => {
    const reset = String(Math.ceil(now / 1000) + 600);
    const spent = {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": reset,
      "x-ratelimit-resource": "core",
    };
    expect(await send(READ, [{ ...ok, headers: spent }])).toBe(0);
    expect(await send(READ)).toMatchObject({ code: "rate_limited", retryAfterMs: 600_000 });
    expect(await send(QUERY)).toBe(0);
  });

  test("GraphQL's own way of saying it, with status 200, closes GraphQL", async () => {
    const limited = { ...ok, data: { errors: [{ type: "RATE_LIMITED", message: "no more" }] } };
    expect(await send(QUERY, [limited])).toBe(0);
    expect(await send(QUERY)).toMatchObject({ code: "rate_limited", retryAfterMs: 60_000 });
    expect(await send(READ)).toBe(0);
  });

  test("without a time named the pause doubles each time in a row, up to a bound, and a success ends that", async () => {
    const unnamed = refusal(403, {}, "You have exceeded a secondary rate limit");
    const pauses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      expect(await send(READ, [unnamed])).toBe(unnamed);
      pauses.push(gate.closedForMs("core") / 60_000);
      now += gate.closedForMs("core");
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 16]);
    expect(await send(READ)).toBe(0);
    expect(await send(READ, [unnamed])).toBe(unnamed);
    expect(gate.closedForMs("core")).toBe(60_000);
  });

  test("requests that were on their way together are one refusal", async () => {
    const unnamed = refusal(429, {});
    const onTheWay = Array.from({ length: 3 }, () => send(READ, [unnamed]));
    expect(await Promise.all(onTheWay)).toEqual([unnamed, unnamed, unnamed]);
    expect(gate.closedForMs("graphql")).toBe(60_000);
    now += 60_000;
    await send(READ, [unnamed]);
    expect(gate.closedForMs("core")).toBe(120_000);
  });

  test("a refusal for want of rights is no limit", async () => {
    const forbidden = refusal(
      403,
      { "x-ratelimit-remaining": "42" },
      "Resource not accessible by integration",
    );
    expect(await send(READ, [forbidden])).toBe(forbidden);
    expect(await send(READ)).toBe(0);
  });
});

test.each([
  [{ status: 500, headers: { "retry-after": "5" } }, null],
  [{ status: 403, headers: { "retry-after": "5" } }, 5_000],
  [{ status: 429, headers: { "retry-after": "soon" } }, 60_000],
  [{ status: 403, headers: {}, message: "You have exceeded a secondary rate limit" }, 60_000],
  [{ status: 403, headers: {}, message: "Must have admin rights" }, null],
  [
    {
      status: 403,
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" },
    },
    8_000,
  ],
])("%j is waited for %j ms", (answer, pause) => {
  expect(limitPause({ message: "", documentationUrl: "", ...answer }, 1_000)?.ms ?? null).toBe(pause);
});

test.each([
  [{}, null],
  [{ "x-ratelimit-remaining": "", "x-ratelimit-reset": "1" }, null],
  [
    {
      "x-ratelimit-limit": "30",
      "x-ratelimit-remaining": "1",
      "x-ratelimit-reset": "1",
      "x-ratelimit-resource": "search",
    },
    null,
  ],
])("%j tells of no quota", (headers, quota) => {
  expect(readQuota(headers)).toBe(quota);
});
