import type { Chain } from "../chain/chain.js";
import { isAlreadyAnswered } from "../chain/questions.js";
import type { Thread } from "../thread/thread.js";
import type { CorpusThread, ThreadCorpus } from "./thread-corpus.js";
import { type FactCounts, scoreFacts } from "./thread-facts.js";

/** What the evaluation needs of the product. */
export interface ThreadParts {
  buildChain: (thread: Thread) => Chain;
  /** What would be asked of the reporter, each question with the fact keys that it is about. */
  questionsFor: (
    chain: Chain,
    thread: Thread,
  ) => Promise<readonly { text: string; about: readonly string[] }[]>;
  /** Keeps a chain in memory. */
  remember: (chain: Chain, thread: Thread) => Promise<void>;
  /** Threads ("owner/repo#12") that memory holds to be related, best first; nothing from `before` (ISO) on. */
  recall: (chain: Chain, before: string | null) => Promise<readonly string[]>;
}

export interface ThreadFigures {
  n: number;
  /** Threads with `facts_expected`. */
  labelled: number;
  fact_precision: number;
  fact_recall: number;
  /** As fact_precision, with every fact beyond the labels counted as wrong: a lower bound. */
  fact_precision_strict: number;
  repeated_questions: number;
  related_at_3: number;
  /** Threads that have an earlier member of their group. */
  related: number;
}

export interface ThreadResult {
  id: string;
  facts: FactCounts | null;
  repeated: string[];
  /** null: no earlier member of its group. */
  related_hit: boolean | null;
}

/** Reads every thread, then plays all in order of time over one memory that only ever holds earlier ones. */
export async function evaluateThreads(
  corpus: ThreadCorpus,
  parts: ThreadParts,
): Promise<{ figures: ThreadFigures; results: ThreadResult[] }> {
  const results: ThreadResult[] = [];
  const ordered = corpus.threads.toSorted((a, b) => timeOf(a) - timeOf(b) || a.id.localeCompare(b.id));
  const remembered = new Map<string, string>();
  for (const entry of ordered) {
    const chain = parts.buildChain(entry.thread);
    results.push({
      id: entry.id,
      facts: entry.expected === null ? null : scoreFacts(chain, entry.expected, saidByReporter(entry.thread)),
      repeated: await repeatedQuestions(entry.thread, parts),
      related_hit: await findsRelated(entry, corpus, remembered, parts),
    });
    await parts.remember(chain, entry.thread);
    remembered.set(entry.id, chain.thread);
  }
  return { figures: figuresOf(results), results };
}

/** At each point of the thread, as it grew: what would be asked although it is answered there. */
async function repeatedQuestions(thread: Thread, parts: ThreadParts): Promise<string[]> {
  const repeated: string[] = [];
  for (let visible = 0; visible <= thread.comments.length; visible++) {
    const seen = upTo(thread, visible);
    const chain = parts.buildChain(seen);
    const asked = await parts.questionsFor(chain, seen);
    for (const { text, about } of asked)
      if (isAlreadyAnswered(chain, text, about)) repeated.push(`after ${String(visible)}: ${text}`);
  }
  return repeated;
}

/** Asks as the thread stood when it was opened: its comments name the answer. */
async function findsRelated(
  { id, thread }: CorpusThread,
  { groups }: ThreadCorpus,
  remembered: ReadonlyMap<string, string>,
  parts: ThreadParts,
): Promise<boolean | null> {
  const group = groups.find((members) => members.includes(id)) ?? [];
  const earlier = group.flatMap((member) => (member === id ? [] : (remembered.get(member) ?? [])));
  if (earlier.length === 0) return null;
  const found = await parts.recall(parts.buildChain(upTo(thread, 0)), thread.created_at);
  return found.slice(0, 3).some((key) => earlier.includes(key));
}

function upTo(thread: Thread, visible: number): Thread {
  const comments = thread.comments.slice(0, visible);
  return { ...thread, comments, state: "open", state_reason: null, events: [] };
}

function saidByReporter(thread: Thread): string {
  const comments = thread.comments
    .filter(({ author_role }) => author_role === "reporter")
    .map(({ body }) => body);
  return [thread.title, thread.body, ...comments].join("\n");
}

function timeOf({ thread }: CorpusThread): number {
  return thread.created_at === null ? 0 : Date.parse(thread.created_at);
}

export function figuresOf(results: readonly ThreadResult[]): ThreadFigures {
  const facts = results.flatMap((result) => result.facts ?? []);
  const sum = (key: "expected" | "found" | "stated" | "right" | "further"): number =>
    facts.reduce((total, counts) => total + counts[key], 0);
  const related = results.filter(({ related_hit }) => related_hit !== null);
  return {
    n: results.length,
    labelled: facts.length,
    fact_precision: ratio(sum("right"), sum("stated")),
    fact_recall: ratio(sum("found"), sum("expected")),
    fact_precision_strict: ratio(sum("right"), sum("stated") + sum("further")),
    repeated_questions: results.reduce((total, { repeated }) => total + repeated.length, 0),
    related_at_3: ratio(related.filter(({ related_hit }) => related_hit === true).length, related.length),
    related: related.length,
  };
}

/** To three places; 1 where there is nothing to get wrong. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 1_000) / 1_000;
}
