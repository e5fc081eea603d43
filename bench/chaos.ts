// The same 5,000 deliveries twice: once in order and undisturbed, once with duplicates, reordering and loss, the server
// killed with SIGKILL 20 times, and a GitHub in a box that answers 5 % of all requests with errors and rate limits. Every
// delivery that was accepted must have been worked exactly once, and both must end alike. Last line: JSON.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GithubBox } from "../test/support/github-box/github-box.js";
import { type EndState, isFinal, readEnd, readJobs } from "./chaos-end.js";
import { ChaosServer } from "./chaos-server.js";
import { DELIVERIES_A_THREAD, type Delivery, disturb, makeTraffic, type Traffic } from "./chaos-traffic.js";
import { randomFrom } from "./synthetic.js";

const THREADS = Number(process.env["CHAOS_THREADS"] ?? 500);
const KILLS = Number(process.env["CHAOS_KILLS"] ?? 20);
const SEED = Number(process.env["CHAOS_SEED"] ?? 1);
/** Deliveries at once, as from GitHub's many senders. */
const SENDERS = 8;
/** So long may it take to settle once everything was sent: GitHub takes 180 redeliveries a minute. */
const SETTLE_MS = Number(process.env["CHAOS_SETTLE_SECONDS"] ?? 1_800) * 1_000;

interface Outcome {
  traffic: Traffic;
  end: EndState;
  /** Deliveries that the server said 2xx to. */
  accepted: Set<string>;
  /** By delivery: jobs of that name that were done. */
  done: Map<string, number>;
  unfinished: number;
  recovered: number;
  requests: number;
  seconds: number;
}

const folder = mkdtempSync(join(tmpdir(), "mneme-chaos-"));
const calm = await play(join(folder, "calm"), false);
report("calm", calm);
const chaos = await play(join(folder, "chaos"), true);
report("chaos", chaos);
if (process.env["CHAOS_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });

const wanted = [...chaos.accepted].filter((guid) => calm.done.has(guid));
const lost =
  wanted.filter((guid) => !chaos.done.has(guid)).length + THREADS * DELIVERIES_A_THREAD - chaos.accepted.size;
const repliesDiffer = differences(calm.end.replies, chaos.end.replies);
const memoryDiffers = differenceOf(calm.end.memory, chaos.end.memory);
for (const line of [...repliesDiffer, ...memoryDiffers].slice(0, 10)) console.log(line.slice(0, 1_500));
const figures = {
  threads: THREADS,
  deliveries: THREADS * DELIVERIES_A_THREAD,
  kills: KILLS,
  recovered: chaos.recovered,
  triggers: chaos.traffic.triggers,
  final_replies: finalReplies(chaos.end),
  seconds: Math.round(calm.seconds + chaos.seconds),
  accepted: chaos.accepted.size,
  worked: chaos.accepted.size - wanted.filter((guid) => !chaos.done.has(guid)).length,
  lost,
  duplicated_replies: duplicated(chaos.end),
  end_state_equal: repliesDiffer.length + memoryDiffers.length === 0,
};
console.log(JSON.stringify(figures));
process.exitCode =
  figures.end_state_equal &&
  lost === 0 &&
  figures.duplicated_replies === 0 &&
  figures.worked === figures.accepted &&
  figures.final_replies === figures.triggers
    ? 0
    : 1;

async function play(data: string, isChaos: boolean): Promise<Outcome> {
  const began = performance.now();
  const box = await GithubBox.start();
  const traffic = makeTraffic(box.state, THREADS);
  const server = await ChaosServer.create(box, data);
  const accepted = new Set<string>();
  const random = randomFrom(SEED);
  let recovered = 0;
  const byGuid = new Map(traffic.deliveries.map((delivery) => [delivery.guid, delivery]));
  /** Sends one, and keeps book of it as GitHub does. */
  const send = async (delivery: Delivery, isLost: boolean, redelivery: boolean): Promise<void> => {
    const status = isLost ? 0 : await server.deliver(delivery);
    box.state.recordDelivery({ ...delivery, redelivery, status });
    if (status >= 200 && status < 300) {
      if (redelivery && !accepted.has(delivery.guid)) recovered += 1;
      accepted.add(delivery.guid);
    }
  };
  box.state.onRedelivery = (guid) => {
    const delivery = byGuid.get(guid);
    if (delivery !== undefined) void send(delivery, false, true);
  };
  await server.start();
  if (isChaos) {
    box.injectByChance(0.05, random);
    const sent = disturb(traffic.deliveries, 40, SEED);
    const kills = Math.max(KILLS, 1);
    for (let life = 0; life < kills; life += 1) {
      const from = Math.floor((life * sent.length) / kills);
      const upTo = Math.floor(((life + 1) * sent.length) / kills);
      const sending = sendAll(sent.slice(from, upTo), (delivery) => send(delivery, random() < 0.06, false));
      // Somewhere in the middle of it, so that some meet no server at all; the last time when all was sent.
      if (life === kills - 1) await sending;
      else await new Promise((resolve) => setTimeout(resolve, 200 + random() * 2_000));
      if (KILLS > 0) await server.kill();
      await sending;
      await server.start();
    }
  } else {
    await sendAll(traffic.deliveries, (delivery) => send(delivery, false, false), 1);
  }
  await settle(data, accepted, traffic.deliveries.length);
  box.injectByChance(0, random);
  await server.kill("SIGTERM");
  const jobs = await readJobs(data);
  const done = new Map<string, number>();
  for (const job of jobs) {
    const guid = job.key.split("/")[0] ?? "";
    if (job.state === "done" && byGuid.has(guid)) done.set(guid, (done.get(guid) ?? 0) + 1);
  }
  const end = await readEnd(box.state, data);
  const requests = box.requests.length;
  await box.stop();
  const unfinished = jobs.filter(({ state }) => state !== "done").length;
  for (const job of jobs.filter(({ state }) => state === "failed").slice(0, 3))
    console.log(`set aside: ${JSON.stringify({ ...job, payload: undefined })}`);
  const seconds = (performance.now() - began) / 1_000;
  return { traffic, end, accepted, done, unfinished, recovered, requests, seconds };
}

async function sendAll(
  deliveries: readonly Delivery[],
  send: (delivery: Delivery) => Promise<void>,
  senders = SENDERS,
): Promise<void> {
  const queue = [...deliveries].reverse();
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await send(next);
  };
  await Promise.all(Array.from({ length: senders }, work));
}

/** Until nothing waits and all that was lost was asked for again. */
async function settle(data: string, accepted: ReadonlySet<string>, all: number): Promise<void> {
  const end = Date.now() + SETTLE_MS;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (accepted.size < all) continue;
    const open = await readJobs(data, ["waiting", "running"]);
    if (open.every(({ kind }) => kind === "periodic")) return;
  }
}

function finalReplies(end: EndState): number {
  return [...end.replies.values()].filter((bodies) => bodies.every(isFinal)).length;
}

function duplicated(end: EndState): number {
  return [...end.replies.values()].reduce((sum, bodies) => sum + bodies.length - 1, 0);
}

function differences(a: EndState["replies"], b: EndState["replies"]): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [one, other] = [a.get(key)?.join("\n---\n"), b.get(key)?.join("\n---\n")];
    return one === other ? [] : [`reply of ${key}\n  calm:  ${String(one)}\n  chaos: ${String(other)}`];
  });
}

function differenceOf(a: readonly string[], b: readonly string[]): string[] {
  const [one, other] = [new Set(a), new Set(b)];
  const [counts] = [
    a.length === b.length ? [] : [`records: calm ${String(a.length)}, chaos ${String(b.length)}`],
  ];
  return [
    ...counts,
    ...a.filter((record) => !other.has(record)).map((record) => `only calm:  ${record}`),
    ...b.filter((record) => !one.has(record)).map((record) => `only chaos: ${record}`),
  ];
}

function report(name: string, { accepted, done, unfinished, requests, seconds, end }: Outcome): void {
  const figures = {
    accepted: accepted.size,
    with_work: done.size,
    unfinished,
    requests,
    memory: end.memory.length,
  };
  console.log(`${name}: ${JSON.stringify({ ...figures, seconds: Math.round(seconds) })}`);
}
