import type { Chain } from "../chain/chain.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";

/** Puts into the record what the thread says. */
export function understand(run: RunRecord, thread: Thread, chain: Chain): void {
  run.url = thread.source_url;
  run.title = thread.title;
  run.facts = chain.facts.map((fact) => ({ ...fact }));
  run.open_questions = chain.questions
    .filter((question) => question.answered_in === null)
    .map((question) => question.text);
}
