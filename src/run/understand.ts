import type { Chain, Fact } from "../chain/chain.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";

/** Puts into the record what the thread says. */
export function understand(run: RunRecord, thread: Thread, chain: Chain): void {
  run.url = thread.source_url;
  run.title = thread.title;
  run.facts = rootsFirst(chain);
  run.open_questions = chain.questions
    .filter((question) => question.answered_in === null)
    .map((question) => question.text);
}

/** The lines that name a cause stand before those that only report one. */
function rootsFirst(chain: Chain): Fact[] {
  const roots = new Set(chain.failures.map(({ root_line }) => root_line));
  const isRoot = ({ key, value }: Fact): boolean => key === "error" && roots.has(value.trim());
  const surer = (fact: Fact): Fact => ({ ...fact, confidence: Math.max(fact.confidence, 0.95) });
  return [...chain.facts.filter(isRoot).map(surer), ...chain.facts.filter((fact) => !isRoot(fact))];
}
