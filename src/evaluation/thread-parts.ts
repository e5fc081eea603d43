import type { Chain } from "../chain/chain.js";
import type { Planner } from "../planning/planner.js";
import { queryFromChain } from "../recall/query-from-chain.js";
import { nothingRecalled } from "../recall/recalled.js";
import { type ReplayParts, scopeOfRecorded } from "../replay/replay.js";
import { learnFromThread } from "../learning/learn-from-thread.js";
import { reporterTrigger } from "../thread/reporter-trigger.js";
import type { Thread } from "../thread/thread.js";
import type { ThreadParts } from "./threads.js";

type Product = Pick<ReplayParts, "buildChain" | "log" | "catchUp" | "recall" | "planner" | "limits">;

/** The product's own parts, as the evaluation of threads uses them. */
export function threadParts(product: Product): ThreadParts {
  return {
    buildChain: (thread) => product.buildChain(thread, scopeOfRecorded(thread)),
    questionsFor: async (chain, thread) => await questionsFor(product, chain, thread),
    remember: async (chain, thread) => {
      await learnFromThread(thread, chain, product.log, { at: new Date(0).toISOString(), why: "evaluation" });
      await product.catchUp();
    },
    recall: async (chain, before) => {
      const reader = { scope: chain.scope, share: "repository" as const };
      const { recalled } = await product.recall.recall(queryFromChain(chain, { reader, before }));
      return recalled.map(({ episode }) => episode.thread);
    },
  };
}

/** The first plan without memory and without a sandbox: there the planner depends on what it asks. */
async function questionsFor(
  { planner, limits }: { planner: Planner; limits: Product["limits"] },
  chain: Chain,
  thread: Thread,
): Promise<readonly { text: string; about: readonly string[] }[]> {
  const { plan } = await planner.plan({
    trigger: reporterTrigger(thread, {
      kind: "opened",
      id: `eval:${chain.thread}:${String(thread.comments.length)}`,
      scope: chain.scope,
      permission: "none",
      at: thread.created_at ?? "1970-01-01T00:00:00Z",
    }),
    chain,
    recall: nothingRecalled("thread", "evaluated without memory"),
    steps: [],
    budget: {
      steps_left: limits.steps,
      ms_left: limits.wall_ms,
      tokens_left: limits.tokens,
      usd_left: limits.usd,
    },
    can_run: false,
  });
  return plan.action === "ask_reporter" ? plan.parameters.questions : [];
}
