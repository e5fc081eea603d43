import type { Chain } from "../chain/chain.js";
import type { Forge } from "../github/forge.js";
import type { ReadScope, Scope } from "../memory/scope.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { Observation } from "../planning/observation.js";
import type { Plan } from "../planning/plan.js";
import type { Planner } from "../planning/planner.js";
import type { Recall } from "../recall/recall.js";
import type { RecordedProof, RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";
import type { Trigger } from "../thread/trigger.js";
import type { RunLimits } from "./budget.js";

/** Port: does what a plan says. One is opened per run; disposing it removes its sandbox. */
export interface RunActor extends AsyncDisposable {
  /** Whether commands can be run here, for this person. */
  readonly canRun: boolean;
  act(plan: Plan, signal: AbortSignal): Promise<Observation>;
  /** The proof that a fix holds, where one was made. */
  readonly proof: RecordedProof | null;
}

/** Port: the one comment of a run. */
export interface ReplyPublisher {
  progress(trigger: Trigger, runId: string, markdown: string): Promise<void>;
  final(trigger: Trigger, runId: string, markdown: string): Promise<{ comment_id: string; url: string }>;
}

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

/** All that the story needs from the world. */
export interface RunDeps {
  forge: Pick<Forge, "readThread">;
  buildChain(thread: Thread, scope: Scope): Chain;
  log: EpisodeLog;
  /** Brings the recall index up to the log; never throws for an index that is down. */
  catchUp(): Promise<void>;
  recall: Recall;
  planner: Planner;
  openActor(trigger: Trigger, chain: Chain, run: RunRecord): Promise<RunActor>;
  replies: ReplyPublisher;
  limits: RunLimits;
  /** Whether private repositories of one installation share memories. */
  share: ReadScope["share"];
  clock: () => Date;
  observer?: RunObserver;
}
