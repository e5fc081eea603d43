import type { ActContext, Actor } from "../acting/actor.js";
import type { Chain } from "../chain/chain.js";
import type { Forge } from "../github/forge.js";
import type { ReplyPublisher } from "../github/publish.js";
import type { Batches, Bookmarks, ThreadPlace } from "../memory/log/episode-log.js";
import type { ReadScope, Scope } from "../memory/scope.js";
import type { LearningLog } from "../learning/learn-from-thread.js";
import type { Plan } from "../planning/plan.js";
import type { Planner } from "../planning/planner.js";
import type { Recall } from "../recall/recall.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";
import type { RunLimits } from "./budget.js";

/** Told about each stage as it is reached: for a terminal, for a log. */
export interface RunObserver {
  chain?(chain: Chain): void;
  recalled?(run: RunRecord): void;
  planned?(plan: Plan, n: number): void;
  stepped?(run: RunRecord): void;
}

export interface ResolveOptions {
  signal: AbortSignal;
  /** On the last try an outage ends in a final text instead of another try. */
  lastTry: boolean;
}

/** What one run may do and spend: the same for a whole process, or of the repository that it works for. */
export interface RunPolicy {
  limits: RunLimits;
  /** Whose budget the limits are: told where they end a run. Default its own. */
  limitedBy?: "run" | "thread" | "day";
  /** Whether private repositories of one installation share memories. */
  share: ReadScope["share"];
  /** A control: nothing is recalled, so that what memory brings can be measured. Default false. */
  withoutMemory?: boolean;
  /** Lets people below triage have commands run. Default false. */
  runForEverybody?: boolean;
}

/** All that the story needs from the world. */
export interface RunDeps extends RunPolicy {
  forge: Pick<Forge, "readThread">;
  /** `origin`: where the thread was opened, if that was elsewhere. */
  buildChain(thread: Thread, scope: Scope, origin?: ThreadPlace | null): Chain;
  log: LearningLog & Batches & Pick<Bookmarks, "bookmark">;
  /** Brings the recall index up to the log; never throws for an index that is down. */
  catchUp(): Promise<void>;
  recall: Recall;
  planner: Planner;
  openActor(context: ActContext): Promise<Actor>;
  replies: ReplyPublisher;
  clock: () => Date;
  observer?: RunObserver;
}
