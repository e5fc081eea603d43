import { v5 } from "uuid";
import { emptyEnvironment } from "../src/environment/environment.js";
import { EPISODE_SCHEMA_VERSION, type Episode, noCounters } from "../src/memory/episode.js";
import type { Scope } from "../src/memory/scope.js";

const NAMESPACE = "0b5c3f6e-0a52-4d53-8f8e-3f2b7c5b9a10";
const VOCABULARY = 60_000;
const TOPICS = 4000;
const START = Date.UTC(2015, 0, 1);
export const SCOPE: Scope = { installation: "1", repository: "bench", visibility: "public" };

/** Repeatable pseudo-random numbers in [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru sta tre pli".split(" ");

function word(number: number): string {
  let rest = number + 28;
  let text = "";
  while (rest > 0) {
    text += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return text;
}

/** Word ranks as in prose: the n-th most common one about 1/n as often as the first (Zipf). */
function zipf(random: () => number): number {
  return Math.min(VOCABULARY - 1, Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1);
}

/** A report about a topic: common prose, the topic's own words, an identifier, a path and an error line. */
export function report(number: number): { title: string; text: string } {
  const random = randomFrom(number + 1);
  const topic = Math.floor(random() * TOPICS);
  const topical = () => word((topic * 13 + Math.floor(random() * 24) * 977) % VOCABULARY);
  const prose = (length: number) =>
    Array.from({ length }, () => (random() < 0.25 ? topical() : word(zipf(random)))).join(" ");
  const name = `${topical()}_${topical()}`;
  const lines = [
    prose(20 + Math.floor(random() * 60)),
    "Steps to reproduce",
    prose(15),
    `error[E${String(Math.floor(random() * 900)).padStart(4, "0")}]: ${name} in src/${topical()}/${topical()}.rs:${Math.floor(random() * 900)}`,
    prose(10 + Math.floor(random() * 40)),
  ];
  return { title: prose(6 + Math.floor(random() * 4)), text: lines.join("\n") };
}

export function episode(number: number): Episode {
  const { title, text } = report(number);
  return {
    id: v5(String(number), NAMESPACE),
    scope: SCOPE,
    thread: `bench/tracker#${number + 1}`,
    seq: 0,
    kind: "report",
    summary: `${title}\n${text}`,
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.55,
    provenance: {
      source: "reporter",
      url: `https://forge.example/bench/tracker/issues/${number + 1}`,
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: "0".repeat(64),
    },
    counters: noCounters(),
    created_at: new Date(START + number * 1_000_000).toISOString(),
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}
