import type {
  IndexEntry,
  IndexFilter,
  IndexQuery,
  RecallIndex,
} from "../../src/memory/index/recall-index.js";
import { rankCandidates } from "../../src/recall/relevance.js";
import { DIMENSIONS, entry, query } from "./recall-index.js";

/** As in a tracker: a few words that stand everywhere, and many that stand in a few entries. */
const WORDS = Array.from(
  { length: 400 },
  (_, number) => `word${String.fromCharCode(97 + (number % 26))}${number}`,
);
const MONTH = 30 * 24 * 60 * 60 * 1000;

/** Repeatable choices. */
class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): number {
    this.state = (this.state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return this.state / 0x80000000;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }

  some<T>(values: readonly T[]): T[] {
    return values.filter(() => this.next() < 0.4);
  }

  /** Common words often, rare ones seldom. */
  text(words: number): string {
    const places = Array.from({ length: words }, () => Math.floor(this.next() ** 3 * WORDS.length));
    return places.map((place) => WORDS[place] ?? "").join(" ");
  }

  vector(): Float32Array {
    return Float32Array.from({ length: DIMENSIONS }, () => this.next() - 0.5);
  }
}

const VALUES = {
  kinds: ["report", "attempt", "resolution", "note"],
  statuses: ["open", "resolved", "refuted", "superseded"],
  sources: ["reporter", "maintainer", "sandbox"],
  error_types: ["NETWORK", "TIMEOUT", "CRASH"],
  ecosystems: ["npm", "pip", "apt"],
  os_families: ["linux", "macos", "windows"],
} as const;

function randomEntry(dice: Dice, number: number): IndexEntry {
  return entry(number, {
    kind: dice.pick(VALUES.kinds),
    status: dice.pick(VALUES.statuses),
    source: dice.pick(VALUES.sources),
    title: dice.text(4),
    text: dice.text(5 + Math.floor(dice.next() * 20)),
    fingerprints: ["shared", ...dice.some(["f1", "f2", "f3"])],
    error_types: dice.some(VALUES.error_types),
    ecosystems: dice.some(VALUES.ecosystems),
    entities: [`package:${dice.pick(WORDS)}`],
    os_family: dice.pick([null, ...VALUES.os_families]),
    confidence: Math.round(dice.next() * 100) / 100,
    gold: dice.next() < 0.3,
    created_at: Date.UTC(2024, 0, 1) + Math.floor(dice.next() * 12) * MONTH,
    vector: dice.vector(),
  });
}

/** Any fields, any values, and values at the edges of ranges. */
function randomFilter(dice: Dice): IndexFilter {
  const month = () => Date.UTC(2024, 0, 1) + Math.floor(dice.next() * 12) * MONTH;
  const all: IndexFilter = {
    not_thread: `acme/widgets#${Math.floor(dice.next() * 200)}`,
    kinds: dice.some(VALUES.kinds),
    statuses: dice.some(VALUES.statuses),
    not_statuses: dice.some(VALUES.statuses),
    sources: dice.some(VALUES.sources),
    error_types: dice.some(VALUES.error_types),
    ecosystems: dice.some(VALUES.ecosystems),
    os_families: dice.some(VALUES.os_families),
    gold: dice.next() < 0.5,
    min_confidence: Math.round(dice.next() * 100) / 100,
    created_before: month(),
    created_after: month(),
  };
  return Object.fromEntries(Object.entries(all).filter(() => dice.next() < 0.2));
}

export interface Agreement {
  /** Filters for which the two did not let through, and count, the same entries. */
  filtersApart: IndexFilter[];
  /** Share of the queries for which both have the same entry first, by words alone and with vectors. */
  sameFirst: { words: number; vectors: number };
  /** Share of the first ten that both have. */
  sameTen: { words: number; vectors: number };
}

/** Fills both with the same entries, and compares what they let through and how they rank. */
export async function compareIndexes(
  one: RecallIndex,
  other: RecallIndex,
  rounds: number,
): Promise<Agreement> {
  const dice = new Dice(7);
  const entries = Array.from({ length: 200 }, (_, number) => randomEntry(dice, number));
  await one.upsert(entries);
  await other.upsert(entries);
  const filtersApart: IndexFilter[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const filter = randomFilter(dice);
    const asked = query({ title: "", fingerprints: ["shared"], filter, limit: 200 });
    const [a, b] = [await idsOf(one, asked), await idsOf(other, asked)];
    const counts = [await one.count(asked.reader, filter), await other.count(asked.reader, filter)];
    const isSame = a.sort().join() === b.sort().join() && counts.every((count) => count === a.length);
    if (!isSame) filtersApart.push(filter);
  }
  const words = await compareRanking(one, other, rounds, () => ({
    title: dice.text(3),
    text: dice.text(12),
  }));
  const vectors = await compareRanking(one, other, rounds, () => ({
    title: dice.text(3),
    text: dice.text(12),
    vector: dice.vector(),
  }));
  return {
    filtersApart,
    sameFirst: { words: words.first, vectors: vectors.first },
    sameTen: { words: words.ten, vectors: vectors.ten },
  };
}

async function idsOf(index: RecallIndex, asked: IndexQuery): Promise<string[]> {
  return (await index.search(asked)).map(({ id }) => id);
}

async function compareRanking(
  one: RecallIndex,
  other: RecallIndex,
  rounds: number,
  ask: () => Partial<IndexQuery>,
): Promise<{ first: number; ten: number }> {
  let [first, ten] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const asked = query({ ...ask(), limit: 100 });
    const [a, b] = [await bestOf(one, asked), await bestOf(other, asked)];
    first += a[0] === b[0] ? 1 : 0;
    ten += a.filter((id) => b.includes(id)).length / Math.max(1, a.length);
  }
  return { first: first / rounds, ten: ten / rounds };
}

/** The first ten as recall ranks them. */
async function bestOf(index: RecallIndex, asked: IndexQuery): Promise<string[]> {
  const hits = await index.search(asked);
  return rankCandidates(hits, Date.UTC(2025, 6, 1))
    .slice(0, 10)
    .map(({ id }) => id);
}
